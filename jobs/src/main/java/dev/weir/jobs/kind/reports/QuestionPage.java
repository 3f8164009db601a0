package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.jobs.kind.question.ReportErrors;
import dev.weir.jobs.kind.question.ThreeDigits;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.local.support.ReportQuestion;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the part of a card that is about the question: what is published when, and how far it is off.
 *
 * @param terms the question
 * @param errors the errors of its estimates
 * @param told the numbers of reports whose errors are said
 */
record QuestionPage(ReportsTerms terms, ReportErrors errors, List<Long> told) {

    /** The standard deviations within which 95 % of normal errors are. */
    private static final double NORMAL_95 = 1.959963984540054;

    /** Fills the part and returns it. The value's own errors are those of the smallest window that is published. */
    TitledValues section() {
        ReportQuestion asked = terms.asked();
        TitledValues part = new TitledValues(2, 12)
                .text("")
                .text("Question " + asked.question().name() + ", version " + asked.version())
                .field("name", asked.question().name())
                .field("version", asked.version());
        part.line("released", "%s, %s", asked.window().words(), keys())
                .field("window", asked.window().terms())
                .field("keys", asked.keys().size());
        part.line("reports", "by %s, id %s", terms.mechanism(), asked.question().id())
                .line("", "%s", asked.question().mechanism().description())
                .field("mechanism", terms.mechanism())
                .field("mechanism-id", asked.question().id())
                .field("parameters", asked.question().mechanism().description());
        if (asked.estimate().minimumReports() > 1) {
            part.line(
                    "withheld",
                    "a window of fewer than %d reports",
                    asked.estimate().minimumReports());
        }
        return part.field("minimum-reports", asked.estimate().minimumReports())
                .field("consistent", asked.estimate().consistent())
                .field("price", 0)
                .field("values", List.of(value()));
    }

    private String keys() {
        return terms.asked().question() instanceof CategoryQuestion
                ? terms.asked().keys().size() + " options"
                : "one mean";
    }

    private TitledValues value() {
        boolean isMean = terms.asked().question() instanceof NumberQuestion;
        TitledValues part = new TitledValues(2, 12).field("name", isMean ? "mean" : "count");
        part.line(
                isMean ? "mean" : "count",
                isMean
                        ? "largest error by the number of reports, and a trusted server's with Laplace noise at the same epsilon"
                        : "root mean square error of all options, and a trusted server's with Laplace noise at the same epsilon");
        List<TitledValues> rows = new ArrayList<>();
        for (long reports : told) {
            rows.add(row(part.part(), reports));
        }
        double least = errors.local(terms.asked().estimate().minimumReports());
        return part.field("influence", errors.influence())
                .field("stddev", least)
                .field("error95", NORMAL_95 * least)
                .field("expected", rows);
    }

    private TitledValues row(TitledValues part, long reports) {
        double local = errors.local(reports);
        double central = errors.central(reports);
        return part.line(
                        "",
                        "%d reports: stddev %s, 95 %% within %s; trusted server %s",
                        reports,
                        ThreeDigits.rounded(local),
                        ThreeDigits.rounded(NORMAL_95 * local),
                        ThreeDigits.rounded(central))
                .field("reports", reports)
                .field("stddev", local)
                .field("error95", NORMAL_95 * local)
                .field("central-stddev", central);
    }
}
