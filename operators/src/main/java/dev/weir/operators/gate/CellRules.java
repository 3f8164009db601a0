package dev.weir.operators.gate;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import org.jspecify.annotations.Nullable;

/**
 * The rules of all aggregates of a query: a record is taken by all of them or by none. A query of scalars alone becomes
 * arrays when the gate opens; any other asks its rules.
 */
final class CellRules {

    private final CellRule[] rules;
    private final int[] words;
    private final int[] coordinates;
    private final int[] kept;
    private final @Nullable ScalarCells scalars;

    CellRules(PricedQuery priced) {
        this(
                priced.query().aggregates().stream()
                        .map(aggregate -> aggregate.rule(priced.price().norm()))
                        .toArray(CellRule[]::new),
                new BlockLayout(priced.query().aggregates()));
    }

    CellRules(CellRule[] rules, BlockLayout layout) {
        this.rules = rules;
        words = new int[rules.length];
        coordinates = new int[rules.length];
        kept = new int[rules.length + 1];
        for (int i = 0; i < rules.length; i++) {
            words[i] = layout.word(i);
            coordinates[i] = layout.coordinate(i);
            kept[i + 1] = kept[i] + rules[i].kept();
        }
        scalars = ScalarCells.of(rules, kept);
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
        if (scalars != null) {
            scalars.offer(keptWords, touched, recordWords, from, cost);
        } else {
            offerAll(keptWords, touched, recordWords, from, cost);
        }
    }

    private void offerAll(long[] keptWords, boolean touched, long[] recordWords, int from, RecordCost cost) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].offer(i, keptWords, kept[i], touched, recordWords, from + words[i], cost);
        }
    }

    /** The record counts: writes what is kept from now on. */
    void keep(long[] keptWords) {
        if (scalars != null) {
            scalars.keep(keptWords);
        } else {
            keepAll(keptWords);
        }
    }

    private void keepAll(long[] keptWords) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].keep(keptWords, kept[i]);
        }
    }

    /** Adds what the record moves the cell by. */
    void addTo(long[] totals, int at) {
        if (scalars != null) {
            scalars.addTo(totals, at);
        } else {
            addAllTo(totals, at);
        }
    }

    private void addAllTo(long[] totals, int at) {
        for (int i = 0; i < rules.length; i++) {
            rules[i].addTo(totals, at + coordinates[i]);
        }
    }
}
