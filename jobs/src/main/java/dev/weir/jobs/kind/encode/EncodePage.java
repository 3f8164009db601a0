package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.explain.ClockCard;
import dev.weir.jobs.kind.question.ReportErrors;
import dev.weir.jobs.kind.question.ThreeDigits;
import dev.weir.jobs.output.BudgetJson;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.local.encode.EncodeTerms;
import dev.weir.operators.local.encode.ReportAllowance;
import java.math.BigDecimal;
import java.util.List;

/** Writes the card of a pipeline that draws reports. */
final class EncodePage {

    private static final long REPORTS = 10_000;
    private static final int MONTH = 30;
    private static final int YEAR = 365;

    private final Pipeline pipeline;
    private final EncodedAnswer answer;
    private final EncodeTerms terms;
    private final ReportAllowance allowance;
    private final String period;
    private final TitledValues page = new TitledValues(0, 12);

    EncodePage(Pipeline pipeline, EncodedAnswer answer) {
        this.pipeline = pipeline;
        this.answer = answer;
        this.terms = answer.terms();
        this.allowance = terms.allowance();
        this.period = allowance.unit().words().substring("user-per-".length());
    }

    /** Fills the page and returns it. */
    TitledValues section() {
        page.text(pipeline.name() + ", domain " + pipeline.plan().domain())
                .field("pipeline", pipeline.name())
                .field("kind", EncodedAnswer.WORD)
                .field("domain", pipeline.plan().domain())
                .text("");
        question();
        promise();
        losses();
        allowance();
        memo();
        accuracy();
        ClockCard.add(page, pipeline.clock(), pipeline.plan().timing());
        page.sentences("public", "Public", EncodeWording.isPublic(pipeline));
        page.sentences("trusted", "Trusted", EncodeWording.isTrusted(pipeline));
        page.sentences("not-trusted", "Not trusted", EncodeWording.NOT_TRUSTED);
        page.sentences("refused", "Refused", EncodeWording.refused(terms));
        return page;
    }

    private void question() {
        TitledValues fields = new TitledValues()
                .field("name", terms.question().name())
                .field("version", terms.version())
                .field("field", answer.field())
                .field("mechanism", answer.mechanism())
                .field("id", terms.question().id())
                .field("description", terms.question().mechanism().description());
        if (terms.question() instanceof CategoryQuestion categories) {
            fields.field("options", categories.options());
            line("one of " + categories.options().size() + " options");
        } else if (terms.question() instanceof NumberQuestion number) {
            BigDecimal low = end(number, number.mechanism().range().low());
            BigDecimal high = end(number, number.mechanism().range().high());
            fields.field("range", List.of(low, high)).field("grid", number.grid());
            line("a number from " + low + " to " + high + " in steps of "
                    + number.grid().toPlainString());
        }
        page.field("question", fields);
    }

    private void line(String answers) {
        page.line(
                "Question",
                "%s, in field %s: %s, by %s",
                terms.question().name(),
                answer.field(),
                answers,
                answer.mechanism());
    }

    /** An end of the range, without trailing zeros and without an exponent. */
    private static BigDecimal end(NumberQuestion number, long steps) {
        BigDecimal end = number.grid().multiply(BigDecimal.valueOf(steps)).stripTrailingZeros();
        return end.setScale(Math.max(0, end.scale()));
    }

    private void promise() {
        String neighbours = EncodeWording.neighbours(terms, period);
        page.line(
                        "Protects",
                        "what one user answers in one UTC %s (unit: %s)",
                        period,
                        allowance.unit().words())
                .line("Promise", "hard to tell apart: %s", neighbours)
                .line("", "that a user answers, when, and how often is visible, and so is a refused answer")
                .field("unit", allowance.unit().words())
                .field("unit-form", Spelled.of(pipeline.plan().unitForm()))
                .field("neighbours", neighbours);
    }

    private void losses() {
        BigDecimal inPeriod = terms.epsilonOfPeriod();
        BigDecimal inMonth = inPeriod.multiply(BigDecimal.valueOf(MONTH));
        BigDecimal inYear = inPeriod.multiply(BigDecimal.valueOf(YEAR));
        page.line("Budget", "epsilon %s, pure, in one %s", inPeriod.toPlainString(), period)
                .field("budget", BudgetJson.fields(pipeline.plan().budget()));
        domain();
        page.line(
                        "Loses",
                        "at most epsilon %s by one report, %s in one %s, %s in %d of them, %s in %d,",
                        terms.epsilon().toPlainString(),
                        inPeriod.toPlainString(),
                        period,
                        inMonth.toPlainString(),
                        MONTH,
                        inYear.toPlainString(),
                        YEAR)
                .line("", "to one job, or to one file: each further one that is paid for tells as much again")
                .field(
                        "epsilon",
                        new TitledValues().field("report", terms.epsilon()).field("period", inPeriod));
    }

    private void allowance() {
        page.line(
                        "Allowance",
                        "%d %s of a user in one %s; records beyond send nothing",
                        allowance.reports(),
                        allowance.reports() == 1 ? "report" : "reports",
                        period)
                .field(
                        "allowance",
                        new TitledValues()
                                .field("per", period)
                                .field("reports", allowance.reports())
                                .field("remember", allowance.remember()));
    }

    private void domain() {
        if (pipeline.domainBudget() != null && pipeline.domainBudget().whole() instanceof Budget.Pure all) {
            page.line(
                            "",
                            "a part of the domain's: epsilon %s for all its pipelines",
                            all.epsilon().toPlainString())
                    .field("domain-budget", BudgetJson.fields(all));
        }
    }

    private void memo() {
        if (allowance.remember() > 0) {
            page.line(
                            "Memo",
                            "%d of them are drawn; equal answers send equal reports, others the last one:",
                            allowance.draws())
                    .line("", "the loss above is between answers that are equal at the same places.")
                    .line("", "Which answers were equal, and when one changed or came back, is told in full");
        } else {
            page.line("Memo", "none: every report is drawn, and equal answers cannot be told by their reports");
        }
    }

    private void accuracy() {
        ReportErrors errors = new ReportErrors(terms.question(), terms.epsilon().doubleValue());
        boolean isMean = terms.question() instanceof NumberQuestion;
        double local = errors.local(REPORTS);
        double central = errors.central(REPORTS);
        page.line(
                        "Accuracy",
                        "%s of %d reports is off by a stddev of %s%s; a trusted server's by %s",
                        isMean ? "a mean" : "a count",
                        REPORTS,
                        isMean ? "at most " : "",
                        ThreeDigits.rounded(local),
                        ThreeDigits.rounded(central))
                .line(
                        "",
                        "one report that was made up moves an estimated %s by up to %s",
                        isMean ? "sum" : "count",
                        errors.influenceInWords())
                .field(
                        "accuracy",
                        new TitledValues()
                                .field("reports", REPORTS)
                                .field("stddev", local)
                                .field("central-stddev", central)
                                .field("influence", errors.influence()));
    }
}
