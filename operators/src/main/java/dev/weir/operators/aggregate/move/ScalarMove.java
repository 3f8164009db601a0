package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * The move of an aggregate that is a single integer. A unit's records add up to a raw total, and the unit moves the aggregate by that
 * total clamped to the unit's range. A unit without a record moves it by 0, whatever the range.
 */
public final class ScalarMove extends RecordMove {

    private final long low;
    private final long high;
    private final int keptAt;
    private final boolean remembers;
    private long raw;
    private long before;
    private long after;

    /**
     * A move within a unit's range.
     *
     * @param low the least that a unit may move the aggregate by, in grid steps
     * @param high the most that a unit may move the aggregate by, in grid steps; at least {@code low}
     * @param keptAt where the raw total is kept, if it is
     * @param remembers whether the raw total of earlier records matters for the next one; it does if the range is a clamp
     */
    public ScalarMove(long low, long high, int keptAt, boolean remembers) {
        this.low = low;
        this.high = high;
        this.keptAt = keptAt;
        this.remembers = remembers;
    }

    /** The least that a unit may move the aggregate by, in grid steps. */
    public long low() {
        return low;
    }

    /** The most that a unit may move the aggregate by, in grid steps. */
    public long high() {
        return high;
    }

    @Override
    public int kept() {
        return remembers ? 1 : 0;
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        long known = remembers ? kept[keptAt] : 0;
        before = contributed && remembers ? clamped(known) : 0;
        raw = saturatedSum(known, words[from]);
        after = clamped(raw);
    }

    private long clamped(long total) {
        return Math.max(low, Math.min(high, total));
    }

    /** The sum, saturated at the ends of long: for a raw total, every clamp has been reached long before, at 2^62 steps. */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /** What the unit had moved the aggregate by before the assessed record; 0 if that is not remembered. */
    public long before() {
        return before;
    }

    /** What the unit moves the aggregate by once the assessed record counts, from {@link #before} on. */
    public long after() {
        return after;
    }

    @Override
    public long length(SeriesCost cost, int aggregate) {
        return Math.abs(after - before);
    }

    @Override
    public void keep(long[] kept) {
        if (remembers) {
            kept[keptAt] = raw;
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], after - before);
    }
}
