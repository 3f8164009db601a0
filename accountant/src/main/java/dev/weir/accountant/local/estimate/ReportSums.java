package dev.weir.accountant.local.estimate;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.NumberResponse;

/**
 * What the reports of one mechanism add up to, in whole numbers, so that parts add up to the same whatever their order. Its
 * size depends on the mechanism and not on how many reports there are.
 *
 * <p><b>Guarantee.</b> Post-processing of reports that were private when they were sent: no charge, no noise. Nothing
 * here can tell whether a sender drew honestly or more than once.
 */
public sealed interface ReportSums permits Support, NumberSupport {

    /**
     * Sums without reports.
     *
     * @param mechanism the mechanism that all reports were drawn by
     */
    static ReportSums of(LocalMechanism mechanism) {
        return mechanism instanceof CategoryResponse categories
                ? new Support(categories)
                : new NumberSupport((NumberResponse) mechanism);
    }

    /**
     * How many numbers {@link #words} has.
     *
     * @param mechanism the mechanism that all reports were drawn by
     */
    static int width(LocalMechanism mechanism) {
        return mechanism instanceof CategoryResponse categories ? 1 + categories.counters() : NumberSupport.WIDTH;
    }

    /**
     * Adds a report.
     *
     * @param report the bytes of the report
     * @return whether it is one of the mechanism; if not, nothing changes
     */
    boolean add(byte[] report);

    /**
     * Adds what others have summed up.
     *
     * @param words {@link #words} of sums of the same mechanism
     * @throws dev.weir.accountant.privacy.InvalidParameter if there are more or fewer than this mechanism has
     */
    void addWords(long[] words);

    /** How many reports there are. */
    long reports();

    /** The sums as numbers, for state and for the network; the first is the number of reports. */
    long[] words();
}
