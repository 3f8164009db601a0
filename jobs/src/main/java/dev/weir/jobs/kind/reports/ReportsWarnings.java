package dev.weir.jobs.kind.reports;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Finds what is allowed in a file and makes no sense. */
final class ReportsWarnings {

    private static final BigDecimal LARGE = BigDecimal.TEN;

    /** An error that is worth another mechanism: 1.2 times that of subset selection, in the squares that errors add by. */
    private static final double WORSE = 1.44;

    private final Section report;
    private final Section estimate;
    private final ReportsTerms terms;
    private final List<String> lines = new ArrayList<>();

    /** Creates the warnings of a file in which no problem has been noted. */
    ReportsWarnings(Section root, ReportsTerms terms) {
        this.report = root.section(ReportSection.REPORT);
        this.estimate = root.section(EstimateSection.ESTIMATE, false);
        this.terms = terms;
    }

    /** The warnings, one line each, in the form of problems. */
    List<String> lines() {
        largeEpsilon();
        largeError();
        fewReports();
        return lines;
    }

    private void warn(Section section, Field<?> field, String sentence) {
        lines.add(section.origin(field) + ": " + section.path(field) + ": " + sentence);
    }

    private void largeEpsilon() {
        if (terms.epsilon().compareTo(LARGE) > 0) {
            warn(report, ReportSection.EPSILON, "above 10 a report all but tells the answer");
        }
    }

    private void largeError() {
        if (!(terms.asked().question().mechanism() instanceof CategoryResponse response)) {
            return;
        }
        int options = response.options();
        double best = SubsetResponse.of(options, terms.epsilon()).rates().totalError(options);
        double ratio = response.rates().totalError(options) / best;
        if (ratio > WORSE) {
            warn(
                    report,
                    ReportSection.MECHANISM,
                    "the error of counts is " + ReportsWords.rounded(Math.sqrt(ratio))
                            + " times that of subset-selection: choose it unless clients are there already");
        }
    }

    private void fewReports() {
        long fewest = terms.asked().estimate().minimumReports();
        double error =
                new ReportErrors(terms.asked().question(), terms.epsilon().doubleValue()).local(fewest);
        if (terms.asked().question().mechanism() instanceof CategoryResponse && error > (double) fewest) {
            long enough = (long) Math.ceil(error * error / (double) fewest);
            warn(
                    estimate,
                    EstimateSection.MINIMUM,
                    "counts among fewer than " + enough
                            + " reports are off by more than all of them: withhold such windows");
        }
    }
}
