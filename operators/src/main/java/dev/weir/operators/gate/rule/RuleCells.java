package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.rule.CellRule;

/**
 * The rules of a query whose cells have independent noise. The rules of its aggregates are called one after the other.
 */
final class RuleCells extends CellRules {

    private final CellRule[] rules;
    private final RecordCost cost;
    private final int[] wordAt;
    private final int[] coordinateAt;
    private final int kept;

    RuleCells(CellRule[] rules, Offsets offsets) {
        this.rules = rules;
        cost = rules[0].place().cost();
        wordAt = new int[rules.length];
        coordinateAt = new int[rules.length];
        for (int i = 0; i < rules.length; i++) {
            wordAt[i] = offsets.word(i);
            coordinateAt[i] = offsets.coordinate(i);
        }
        CellRule last = rules[rules.length - 1];
        kept = last.place().keptAt() + last.kept();
    }

    @Override
    public int kept() {
        return kept;
    }

    @Override
    public void assess(long[] keptWords, boolean contributed, long[] words, int from, long step) {
        cost.clear();
        for (int i = 0; i < rules.length; i++) {
            rules[i].assess(keptWords, contributed, words, from + wordAt[i]);
        }
    }

    @Override
    public boolean charge(UnitAccount account, long[] spent, int at) {
        return account.charge(spent, at, cost.high(), cost.low());
    }

    @Override
    public void keep(long[] keptWords) {
        for (CellRule rule : rules) {
            rule.keep(keptWords);
        }
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].addTo(totals, at + coordinateAt[i]);
        }
    }
}
