package dev.weir.operators.gate;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.aggregate.ScalarRule;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of all aggregates of a query. A record is counted by all of them or by none. Where noise belongs to a series, {@link
 * SeriesCells} does all of it; else {@link ScalarCells} does it on arrays if all are {@link ScalarRule}s; else each rule is called.
 */
final class CellRules {

    private final CellRule[] rules;
    private final @Nullable RecordCost cost;
    private final int[] words;
    private final int[] coordinates;
    private final int kept;
    private final @Nullable ScalarCells scalars;
    private final @Nullable SeriesCells series;

    /** The rules of a query. */
    CellRules(PricedQuery priced) {
        this(rules(priced), priced.query().layout(), SeriesCells.of(priced));
    }

    /** @param rules at least one, all with the same {@link RecordCost} */
    CellRules(CellRule[] rules, BlockLayout layout) {
        this(rules, layout, null);
    }

    private CellRules(CellRule[] rules, BlockLayout layout, @Nullable SeriesCells series) {
        this.rules = rules;
        cost = series == null ? rules[0].place().cost() : null;
        words = new int[rules.length];
        coordinates = new int[rules.length];
        for (int i = 0; i < rules.length; i++) {
            words[i] = layout.word(i);
            coordinates[i] = layout.coordinate(i);
        }
        this.series = series;
        kept = series == null ? kept(rules[rules.length - 1]) : series.kept();
        scalars = series == null ? ScalarCells.of(rules) : null;
    }

    private static int kept(CellRule last) {
        return last.place().keptAt() + last.kept();
    }

    private static CellRule[] rules(PricedQuery priced) {
        if (priced instanceof PricedTotals) {
            return new CellRule[0];
        }
        RecordCost cost = priced.price().recordCost();
        List<Aggregate> aggregates = priced.query().aggregates();
        CellRule[] rules = new CellRule[aggregates.size()];
        int keptAt = 0;
        for (int i = 0; i < rules.length; i++) {
            rules[i] = aggregates.get(i).rule(priced.price().norm(), new CellRule.Place(i, keptAt, cost));
            keptAt += rules[i].kept();
        }
        return rules;
    }

    /** How many longs the rules keep of a unit's cell. */
    int kept() {
        return kept;
    }

    /** What the record that was assessed last would cost where cells have noise of their own. */
    RecordCost cost() {
        return Objects.requireNonNull(cost);
    }

    /** Whether a record is too close to an earlier one of the unit: see {@link SeriesCells#isTooClose}. */
    boolean isTooClose(long[] keptWords, long step) {
        return series != null && series.isTooClose(keptWords, step);
    }

    /** Charges an account what the record that was assessed last costs, or changes nothing and returns false. */
    boolean charge(UnitAccount account, long[] words, int at) {
        return series == null
                ? account.charge(words, at, cost().high(), cost().low())
                : account.charge(words, at, series.cost().high(), series.cost().low());
    }

    /**
     * Assesses a record by all rules: see {@link CellRule#assess}.
     *
     * @param step the number of the record's cell within its span; of no meaning where every cell has noise of its own
     */
    void assess(long[] keptWords, boolean contributed, long[] recordWords, int from, long step) {
        if (scalars != null) {
            scalars.assess(keptWords, contributed, recordWords, from);
        } else if (series != null) {
            series.assess(keptWords, contributed, recordWords, from, step);
        } else {
            assessEach(keptWords, contributed, recordWords, from);
        }
    }

    private void assessEach(long[] keptWords, boolean contributed, long[] recordWords, int from) {
        cost().clear();
        for (int i = 0; i < rules.length; i++) {
            rules[i].assess(keptWords, contributed, recordWords, from + words[i]);
        }
    }

    /** The assessed record counts: writes what is kept of the unit's cell from now on. */
    void keep(long[] keptWords) {
        if (scalars != null) {
            scalars.keep(keptWords);
        } else {
            keepEach(keptWords);
        }
    }

    private void keepEach(long[] keptWords) {
        if (series != null) {
            series.keep(keptWords);
            return;
        }
        for (CellRule rule : rules) {
            rule.keep(keptWords);
        }
    }

    /** The assessed record counts: adds what it moves the cell by to the totals that start at {@code at}. */
    void addTo(long[] totals, int at) {
        if (scalars != null) {
            scalars.addTo(totals, at);
        } else {
            addEachTo(totals, at);
        }
    }

    private void addEachTo(long[] totals, int at) {
        if (series != null) {
            series.addTo(totals, at);
            return;
        }
        for (int i = 0; i < rules.length; i++) {
            rules[i].addTo(totals, at + coordinates[i]);
        }
    }
}
