package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.rule.ScalarRule;
import java.util.Arrays;

/**
 * The rules of a query whose aggregates are all single integers and whose cells have independent noise. This class computes the same as
 * {@link ScalarRule}, but with arrays and without virtual calls, which are slower if there are other kinds of rules in the same process.
 */
final class ScalarCells extends CellRules {

    private static final int NONE = -1;

    private final RecordCost cost;
    private final long[] low;
    private final long[] high;
    /** For each aggregate the index of its raw total in the state of a cell, or {@link #NONE}. */
    private final int[] kept;

    private final int words;
    private final long[] raw;
    private final long[] moved;

    /**
     * Copies the parameters of rules into arrays.
     *
     * @param rules the rules, for which {@link #fit} must be true
     */
    ScalarCells(CellRule[] rules) {
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
        CellRule last = rules[rules.length - 1];
        words = last.place().keptAt() + last.kept();
    }

    /** Whether this class can replace the rules, because all of them are {@link ScalarRule}s. */
    static boolean fit(CellRule[] rules) {
        return Arrays.stream(rules).allMatch(ScalarRule.class::isInstance);
    }

    @Override
    public int kept() {
        return words;
    }

    @Override
    public void assess(long[] keptWords, boolean contributed, long[] recordWords, int from, long step) {
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

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] keptWords) {
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] >= 0) {
                keptWords[kept[i]] = raw[i];
            }
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < kept.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], moved[i]);
        }
    }
}
