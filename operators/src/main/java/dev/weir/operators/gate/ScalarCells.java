package dev.weir.operators.gate;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.aggregate.ScalarRule;
import dev.weir.operators.aggregate.move.ScalarMove;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a query whose aggregates are all single integers, as arrays of longs. It does what {@link ScalarRule} does,
 * but without a virtual call, which other kinds of rules in the same process would make slower.
 */
final class ScalarCells {

    private static final int NONE = -1;

    private final RecordCost cost;
    private final long[] low;
    private final long[] high;
    /** Where the raw total is kept, or {@link #NONE}. */
    private final int[] kept;

    private final long[] raw;
    private final long[] moved;

    private ScalarCells(CellRule[] rules) {
        cost = rules[0].place().cost();
        low = new long[rules.length];
        high = new long[rules.length];
        kept = new int[rules.length];
        raw = new long[rules.length];
        moved = new long[rules.length];
        for (int i = 0; i < rules.length; i++) {
            ScalarRule rule = (ScalarRule) rules[i];
            low[i] = rule.low();
            high[i] = rule.high();
            kept[i] = rule.kept() > 0 ? rule.place().keptAt() : NONE;
        }
    }

    /** The same rules as arrays; null if one of them is not a {@link ScalarRule}. */
    static @Nullable ScalarCells of(CellRule[] rules) {
        return Arrays.stream(rules).allMatch(ScalarRule.class::isInstance) ? new ScalarCells(rules) : null;
    }

    void assess(long[] keptWords, boolean contributed, long[] recordWords, int from) {
        cost.clear();
        for (int i = 0; i < kept.length; i++) {
            long known = kept[i] < 0 ? 0 : keptWords[kept[i]];
            long before = contributed && kept[i] >= 0 ? clamped(i, known) : 0;
            raw[i] = ScalarMove.saturatedSum(known, recordWords[from + i]);
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
