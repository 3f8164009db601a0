package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.rule.CellRule;
import java.util.List;

/**
 * What records of a unit do to its cell by all aggregates of a query: what they cost, and by how much they move the totals. A record is
 * counted by all aggregates or by none. One instance serves one thread, for record after record: {@link #assess}, {@link #charge}, and
 * if the account affords the record {@link #keep} and {@link #addTo}.
 */
public abstract sealed class CellRules permits ScalarCells, RuleCells, SeriesCells {

    CellRules() {}

    /** Where the numbers of an aggregate start, by its number in its query. */
    public interface Offsets {

        /** Among the words of a record. */
        int word(int aggregate);

        /** Among the totals of a cell. */
        int coordinate(int aggregate);
    }

    /**
     * The rules of aggregates whose cells have noise of their own.
     *
     * @param aggregates at least one
     * @param price what records cost
     */
    public static CellRules ofCells(List<Aggregate> aggregates, Offsets offsets, QueryPrice price) {
        RecordCost cost = price.recordCost();
        CellRule[] rules = new CellRule[aggregates.size()];
        int keptAt = 0;
        for (int i = 0; i < rules.length; i++) {
            rules[i] = aggregates.get(i).rule(price.norm(), new CellRule.Place(i, keptAt, cost));
            keptAt += rules[i].kept();
        }
        return of(rules, offsets);
    }

    /**
     * What rules do together.
     *
     * @param rules at least one, all with the same {@link RecordCost}
     */
    static CellRules of(CellRule[] rules, Offsets offsets) {
        return ScalarCells.fit(rules) ? new ScalarCells(rules) : new RuleCells(rules, offsets);
    }

    /**
     * The rules of aggregates whose noise belongs to a series.
     *
     * @param aggregates at least one
     * @param series what records cost
     * @param separation how many steps apart two records of a unit must be that count under one key; 0: any
     */
    public static CellRules ofSeries(
            List<Aggregate> aggregates, Offsets offsets, PricedSeries series, long separation) {
        return new SeriesCells(aggregates, offsets, series, separation);
    }

    /** How many words are kept of a unit's cell. */
    public abstract int kept();

    /**
     * Whether a record is too close to an earlier one of its unit. Only series keep records apart.
     *
     * @param kept what is kept of the unit's cell
     * @param step the number of the record's cell within its span
     */
    public boolean isTooClose(long[] kept, long step) {
        return false;
    }

    /**
     * Works out what a record costs and by how much it moves its cell. Changes nothing that is kept.
     *
     * @param kept what is kept of the unit's cell
     * @param contributed whether the unit has contributed to the cell before
     * @param words what the record carries for the query, from {@code from} on
     * @param from where the words of the first aggregate start
     * @param step the number of the record's cell within its span; of no meaning where every cell has noise of its own
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from, long step);

    /**
     * Charges an account what the assessed record costs and returns true, or changes nothing and returns false.
     *
     * @param spent the accounts
     * @param at where this one starts
     */
    public abstract boolean charge(UnitAccount account, long[] spent, int at);

    /** The assessed record counts: writes what is kept of the unit's cell from now on. */
    public abstract void keep(long[] kept);

    /** The assessed record counts: adds what it moves the cell by to the totals that start at {@code at}. */
    public abstract void addTo(long[] totals, int at);
}
