package dev.weir.operators.local.support;

import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.estimate.NumberSupport;
import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is published of the reports of a window, for each key.
 *
 * <p><b>Guarantee.</b> Neighbours: the value of one report is replaced by any other. All numbers are functions of reports that are
 * &epsilon;-DP by their senders' draws ({@link dev.weir.accountant.local.LocalMechanism}), so that this is post-processing: no
 * noise is drawn, no account is asked and nothing is charged. How many people report is public, and so is the number of reports.
 *
 * <p><b>Error.</b> {@code count} and {@code mean} are unbiased with the standard errors of {@link Support#estimates} and {@link
 * NumberSupport#mean}. {@code consistent} is {@link Support#consistent}: biased, and possible. All are rounded to 15 digits.
 *
 * @param asked the question and what is published
 */
record WindowEstimates(ReportQuestion asked) {

    /** The estimated mean of the people's numbers. */
    static final String MEAN = "mean";

    /** The number of reports. */
    static final String REPORTS = "reports";

    private static final String CONSISTENT = "consistent";

    /** Whether the reports of a window are so few that they are withheld. */
    boolean withholds(ReportSums sums) {
        return sums.reports() < asked.estimate().minimumReports();
    }

    /** The estimates of each key, in the order of the keys. */
    List<List<Estimate>> of(ReportSums sums) {
        Estimate reports = Estimate.of(REPORTS, BigDecimal.valueOf(sums.reports()), 0);
        return sums instanceof Support support
                ? counts(support, reports)
                : List.of(List.of(mean((NumberSupport) sums), reports));
    }

    private List<List<Estimate>> counts(Support support, Estimate reports) {
        double[] possible = asked.estimate().consistent() ? support.consistent() : new double[0];
        List<List<Estimate>> counts = new ArrayList<>();
        for (var count : support.estimates()) {
            Map<String, @Nullable Object> fields =
                    Estimate.number(Estimate.decimal(count.value()), Estimate.printed(count.stddev()));
            if (asked.estimate().consistent()) {
                fields.put(CONSISTENT, Estimate.decimal(possible[counts.size()]));
            }
            counts.add(List.of(new Estimate(ReportQuestion.COUNT, fields), reports));
        }
        return counts;
    }

    /** The mean in the question's own unit. */
    private Estimate mean(NumberSupport support) {
        var steps = support.mean().orElseThrow();
        double grid = ((NumberQuestion) asked.question()).grid().doubleValue();
        return Estimate.of(MEAN, Estimate.decimal(steps.value() * grid), Estimate.printed(steps.stddev() * grid));
    }
}
