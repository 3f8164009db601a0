package dev.weir.operators.aggregate;

/**
 * The rule of an aggregate that is a single integer. A unit's records of a cell add up to a raw total, and the unit moves the
 * cell by that total clamped to the unit's range. A unit without a record in the cell moves it by 0, whatever the clamp.
 */
public final class ScalarRule extends CellRule {

    private final long low;
    private final long high;
    private final int kept;
    private long raw;
    private long before;
    private long after;

    /**
     * @param low the least that a unit may move a cell by, in grid steps
     * @param high the most that a unit may move a cell by, in grid steps; at least {@code low}
     * @param remembers whether the raw total of earlier records matters for the next one
     */
    ScalarRule(Place place, long low, long high, boolean remembers) {
        super(place);
        this.low = low;
        this.high = high;
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
    public void assess(long[] keptWords, boolean contributed, long[] words, int from) {
        long known = kept == 0 ? 0 : keptWords[place().keptAt()];
        before = contributed && kept != 0 ? clamped(known) : 0;
        raw = saturatedSum(known, words[from]);
        after = clamped(raw);
        place().cost().addScalar(place().aggregate(), before, after);
    }

    private long clamped(long total) {
        return Math.max(low, Math.min(high, total));
    }

    /** The sum, saturated at the ends of long: for a raw total, every clamp has been reached long before, at 2^62 steps. */
    public static long saturatedSum(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public void keep(long[] keptWords) {
        if (kept != 0) {
            keptWords[place().keptAt()] = raw;
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        totals[at] = Math.addExact(totals[at], after - before);
    }
}
