package dev.weir.accountant.local;

/** A local mechanism for one of several options, which are numbered from 0. */
public sealed interface CategoryResponse extends LocalMechanism
        permits SubsetResponse, UnaryResponse, HadamardResponse {

    /** How many options there are, at least 2. */
    int options();

    /** How often a report supports its own option and any other. */
    SupportRates rates();

    /** How many counters {@link #count} needs. */
    int counters();

    /**
     * Counts a report.
     *
     * @param report the bytes of a report
     * @param counters {@link #counters} numbers, which grow by the report
     * @return whether the bytes are an output of this mechanism; if not, nothing is counted
     */
    default boolean count(byte[] report, long[] counters) {
        boolean isReport = isReport(report);
        if (isReport) {
            countReport(report, counters);
        }
        return isReport;
    }

    /**
     * Counts a report whose bytes have been checked.
     *
     * @param report the bytes of a report, of which {@link #isReport} holds
     * @param counters {@link #counters} numbers, which grow by the report
     */
    void countReport(byte[] report, long[] counters);

    /**
     * How many reports support each option.
     *
     * @param counters what {@link #count} has counted
     * @param reports how many reports it has counted
     */
    default long[] support(long[] counters, long reports) {
        return counters.clone();
    }

    @Override
    default long effective(long value) {
        return Options.number(value, options());
    }

    @Override
    default double influence() {
        return rates().influence();
    }
}
