package dev.weir.operators.local.support;

import java.io.Serializable;

/**
 * What is published of a window of reports.
 *
 * @param consistent whether the nearest possible numbers of people stand beside the unbiased estimates of categories:
 *     none is negative, and their sum is the number of reports
 * @param minimumReports the smallest number of reports of a window whose estimates are published, at least 1; the rows of other
 *     windows are withheld. How many people report is public, so that a withheld row shows nothing more
 */
public record EstimateTerms(boolean consistent, long minimumReports) implements Serializable {

    /** Unbiased estimates of all windows that have a report. */
    public static final EstimateTerms UNBIASED = new EstimateTerms(false, 1);

    /** @throws IllegalArgumentException if {@code minimumReports} is below 1 */
    public EstimateTerms {
        if (minimumReports < 1) {
            throw new IllegalArgumentException("minimum-reports must be >= 1, was " + minimumReports);
        }
    }
}
