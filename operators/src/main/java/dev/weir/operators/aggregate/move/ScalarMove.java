package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * The move of an aggregate that is a single integer. The values of a unit's records add up to a raw total. The unit's
 * contribution to the aggregate is that total clamped to the unit's range. A unit without a record contributes 0, even
 * if the range does not contain 0.
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
     * Creates a move that has assessed no record yet.
     *
     * @param low the lower bound of the unit's range, in grid steps
     * @param high the upper bound of the unit's range, in grid steps; at least {@code low}
     * @param keptAt the index of the raw total in the state of a unit, if it is kept
     * @param remembers whether the raw total of earlier records is kept; this is needed if the range is a clamp
     */
    public ScalarMove(long low, long high, int keptAt, boolean remembers) {
        this.low = low;
        this.high = high;
        this.keptAt = keptAt;
        this.remembers = remembers;
    }

    /** The lower bound of the unit's range, in grid steps. */
    public long low() {
        return low;
    }

    /** The upper bound of the unit's range, in grid steps. */
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

    /**
     * Returns the sum of two totals, saturated at the ends of long. If the sum is saturated, its clamped value is the
     * same bound of the clamp as without saturation, because bounds are at most 2^40 steps. Later values are added to
     * the saturated sum.
     *
     * @param a the first addend
     * @param b the second addend
     */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /** The unit's contribution before the assessed record; 0 if the raw total is not kept. */
    public long before() {
        return before;
    }

    /**
     * The unit's contribution if the assessed record counts. If the raw total is not kept, this is the contribution of
     * the record alone.
     */
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
