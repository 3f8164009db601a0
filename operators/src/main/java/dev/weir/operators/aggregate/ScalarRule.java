package dev.weir.operators.aggregate;

import dev.weir.accountant.mechanism.RecordCost;

/**
 * The rule of single integers: the unit's records of a cell add up to a raw total, and the cell is moved by that total
 * clamped to what the unit may move it by. A unit that has not touched a cell has moved it by 0, whatever the clamp.
 */
public final class ScalarRule extends CellRule {

    private final long low;
    private final long high;
    private final int kept;
    private long raw;
    private long before;
    private long after;

    /** @param remembers whether the unit's raw total matters for its next record */
    ScalarRule(Sum.Range unitRange, boolean remembers) {
        this.low = unitRange.low();
        this.high = unitRange.high();
        this.kept = remembers ? 1 : 0;
    }

    /** The least that a unit may move a cell by, in grid steps. */
    public long low() {
        return low;
    }

    /** The most that a unit may move a cell by, in grid steps. */
    public long high() {
        return high;
    }

    @Override
    public int kept() {
        return kept;
    }

    @Override
    public void offer(
            int aggregate, long[] keptWords, int at, boolean touched, long[] words, int from, RecordCost cost) {
        long known = kept == 0 ? 0 : keptWords[at];
        before = touched && kept != 0 ? clamped(known) : 0;
        raw = saturated(known, words[from]);
        after = clamped(raw);
        cost.addScalar(aggregate, before, after);
    }

    private long clamped(long total) {
        return Math.max(low, Math.min(high, total));
    }

    /** Raw totals saturate: beyond 2^62 steps every clamp has long been reached. */
    public static long saturated(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public void keep(long[] keptWords, int at) {
        if (kept != 0) {
            keptWords[at] = raw;
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], after - before);
    }
}
