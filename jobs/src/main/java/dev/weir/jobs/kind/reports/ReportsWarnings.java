package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.kind.question.QuestionWarnings;
import dev.weir.jobs.kind.question.ReportErrors;
import java.math.BigDecimal;
import java.util.List;

/** Finds what is allowed in a file and makes no sense. */
final class ReportsWarnings {

    private static final BigDecimal LARGE = BigDecimal.TEN;

    private final Section report;
    private final Section estimate;
    private final ReportsTerms terms;
    private final QuestionWarnings warnings = new QuestionWarnings();

    /** Creates the warnings of a file in which no problem has been noted. */
    ReportsWarnings(Section root, ReportsTerms terms) {
        this.report = root.section(ReportSection.REPORT);
        this.estimate = root.section(EstimateSection.ESTIMATE, false);
        this.terms = terms;
    }

    /** The warnings, one line each, in the form of problems. */
    List<String> lines() {
        largeEpsilon();
        warnings.addLargeError(
                report, ReportSection.QUESTION, terms.asked().question().mechanism(), terms.epsilon());
        fewReports();
        return warnings.lines();
    }

    private void largeEpsilon() {
        if (terms.epsilon().compareTo(LARGE) > 0) {
            warnings.add(report, ReportSection.EPSILON, "above 10 a report all but tells the answer");
        }
    }

    private void fewReports() {
        long fewest = terms.asked().estimate().minimumReports();
        double error =
                new ReportErrors(terms.asked().question(), terms.epsilon().doubleValue()).local(fewest);
        if (terms.asked().question().mechanism() instanceof CategoryResponse && error > (double) fewest) {
            long enough = (long) Math.ceil(error * error / (double) fewest);
            warnings.add(
                    estimate,
                    EstimateSection.MINIMUM,
                    "counts among fewer than " + enough
                            + " reports are off by more than all of them: withhold such windows");
        }
    }
}
