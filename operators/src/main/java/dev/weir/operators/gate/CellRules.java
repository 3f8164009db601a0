package dev.weir.operators.gate;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;

/** The rules of all aggregates of a query: a record is taken by all of them or by none. */
final class CellRules {

    private final CellRule[] rules;
    private final int[] words;
    private final int[] coordinates;
    private final int[] kept;

    CellRules(PricedQuery priced) {
        rules = priced.query().aggregates().stream()
                .map(aggregate -> aggregate.rule(priced.price().norm()))
                .toArray(CellRule[]::new);
        BlockLayout layout = new BlockLayout(priced.query().aggregates());
        words = new int[rules.length];
        coordinates = new int[rules.length];
        kept = new int[rules.length + 1];
        for (int i = 0; i < rules.length; i++) {
            words[i] = layout.word(i);
            coordinates[i] = layout.coordinate(i);
            kept[i + 1] = kept[i] + rules[i].kept();
        }
    }

    /** How many longs they keep of a unit's cell. */
    static int kept(PricedQuery priced) {
        return new CellRules(priced).kept();
    }

    /** How many longs they keep of a unit's cell. */
    int kept() {
        return kept[rules.length];
    }

    /** Offers a record to all of them: see {@link CellRule#offer}. */
    void offer(long[] keptWords, boolean touched, long[] recordWords, int from, RecordCost cost) {
        cost.clear();
        for (int i = 0; i < rules.length; i++) {
            rules[i].offer(i, keptWords, kept[i], touched, recordWords, from + words[i], cost);
        }
    }

    /** The record counts: writes what is kept from now on. */
    void keep(long[] keptWords) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].keep(keptWords, kept[i]);
        }
    }

    /** Adds what the record moves the cell by. */
    void addTo(long[] totals, int at) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].addTo(totals, at + coordinates[i]);
        }
    }
}
