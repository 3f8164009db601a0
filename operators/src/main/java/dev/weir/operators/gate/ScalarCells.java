package dev.weir.operators.gate;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.aggregate.ScalarRule;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a query that releases nothing but single integers, as arrays of longs: what {@link ScalarRule} does, without
 * a call that other kinds of rules in the same process would make slower.
 */
final class ScalarCells {

    private static final int NONE = -1;

    private final long[] low;
    private final long[] high;
    /** Where the raw total is kept, or {@link #NONE}. */
    private final int[] kept;

    private final long[] raw;
    private final long[] moved;

    private ScalarCells(CellRule[] rules, int[] keptAt) {
        low = new long[rules.length];
        high = new long[rules.length];
        kept = new int[rules.length];
        raw = new long[rules.length];
        moved = new long[rules.length];
        for (int i = 0; i < rules.length; i++) {
            ScalarRule rule = (ScalarRule) rules[i];
            low[i] = rule.low();
            high[i] = rule.high();
            kept[i] = rule.kept() > 0 ? keptAt[i] : NONE;
        }
    }

    /** The same rules as arrays; nothing if any of them is not a scalar's. */
    static @Nullable ScalarCells of(CellRule[] rules, int[] keptAt) {
        return Arrays.stream(rules).allMatch(ScalarRule.class::isInstance) ? new ScalarCells(rules, keptAt) : null;
    }

    void offer(long[] keptWords, boolean touched, long[] recordWords, int from, RecordCost cost) {
        for (int i = 0; i < kept.length; i++) {
            long known = kept[i] < 0 ? 0 : keptWords[kept[i]];
            long before = touched && kept[i] >= 0 ? clamped(i, known) : 0;
            raw[i] = ScalarRule.saturated(known, recordWords[from + i]);
            long after = clamped(i, raw[i]);
            moved[i] = after - before;
            cost.addScalar(i, before, after);
        }
    }

    private long clamped(int i, long total) {
        return Math.max(low[i], Math.min(high[i], total));
    }

    void keep(long[] keptWords) {
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] >= 0) {
                keptWords[kept[i]] = raw[i];
            }
        }
    }

    void addTo(long[] totals, int at) {
        for (int i = 0; i < kept.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], moved[i]);
        }
    }
}
