package dev.weir.operators.gate.rule;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.series.LevelSeries;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.rule.CellRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes the effect of a unit's records on its cell for all aggregates of a query: the price of a record, and by how
 * much the record moves the totals. A record is counted by all aggregates or by none. Only one thread may use an
 * instance. For each record the caller calls {@link #assess}, {@link #charge} and, if the account can pay for the
 * record, {@link #keep} and {@link #addTo}. Before, it says where a unit's totals at nodes are ({@link #useBaseCells}, {@link #useNodes}).
 */
public abstract sealed class CellRules permits LevelCells, LevelSeriesCells, ScalarCells, RuleCells, SeriesCells {

    CellRules() {}

    /** The offsets of each aggregate's numbers. */
    public interface Offsets {

        /**
         * The offset of the aggregate's first word among the words of a record.
         *
         * @param aggregate the aggregate's number in its query
         */
        int word(int aggregate);

        /**
         * The offset of the aggregate's first total among the totals of a cell.
         *
         * @param aggregate the aggregate's number in its query
         */
        int coordinate(int aggregate);
    }

    /**
     * Creates the rules of aggregates whose cells have independent noise.
     *
     * @param aggregates the aggregates of a query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param price the price of records
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
     * Creates the rules of a query from the rules of its aggregates.
     *
     * @param rules the rules of the aggregates, at least one, all with the same {@link RecordCost}
     */
    static CellRules of(CellRule[] rules, Offsets offsets) {
        return ScalarCells.fit(rules) ? new ScalarCells(rules) : new RuleCells(rules, offsets);
    }

    /**
     * Creates the rules of aggregates whose cells share the noise of a series.
     *
     * @param aggregates the aggregates of a query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param series the priced series
     * @param separation the smallest distance, in steps, between two counted records of a unit under one key; 0 if
     *     every distance is allowed
     */
    public static CellRules ofSeries(
            List<Aggregate> aggregates, Offsets offsets, PricedSeries series, long separation) {
        return new SeriesCells(aggregates, offsets, series, separation);
    }

    /**
     * Creates the rules of a query with levels.
     *
     * @param aggregates the aggregates of a query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param query the price of the query
     * @param price the price of records at all levels
     */
    public static CellRules ofLevels(List<Aggregate> aggregates, Offsets offsets, QueryPrice query, LevelPrice price) {
        return new LevelCells(aggregates, offsets, query, price);
    }

    /**
     * Creates the rules of a query of series with levels.
     *
     * @param aggregates the aggregates of a query, at least one
     * @param offsets the offsets of each aggregate's numbers
     * @param series the noise of all levels
     * @param separation the smallest distance, in steps, between two counted records of a unit under one base cell; 0 if every distance is allowed
     */
    public static CellRules ofLevelSeries(
            List<Aggregate> aggregates, Offsets offsets, LevelSeries series, long separation) {
        return new LevelSeriesCells(aggregates, offsets, series, separation);
    }

    /**
     * What a unit has added to nodes above its base cells, as the caller keeps it; {@link NodeTotals#NONE} without levels. {@link #assess} may overwrite it where the totals follow from base
     * cells.
     */
    public NodeTotals nodes() {
        return NodeTotals.NONE;
    }

    /**
     * The number of base cells, if what a unit has added to nodes follows from what is kept of its base cells ({@link #addToNodes}); otherwise 0.
     */
    public int baseCells() {
        return 0;
    }

    /**
     * Adds what a unit has added to each of some of its base cells to the totals of those nodes above a base cell that are above this one, too.
     *
     * @param key the number of the base cell whose {@link #nodes} are totalled
     * @param words the array with the base cells, one behind the other: a word whose upper half is the number of the base cell, then what is kept of it
     * @param first the index of the first word of the first of them
     * @param cells how many there are
     */
    public void addToNodes(int key, long[] words, int first, int cells) {
        throw new IllegalStateException("nodes must follow from base cells");
    }

    /**
     * Says that what the unit has added to the nodes above a base cell follows from its base cells, as in {@link #addToNodes}. The array must not change before the next call of {@link
     * #assess}, which uses it.
     *
     * @param key the number of the base cell
     * @param words the array with the base cells
     * @param first the index of the first word of the first of them
     * @param cells how many there are, at least 0
     */
    public void useBaseCells(int key, long[] words, int first, int cells) {
        throw new IllegalStateException("nodes must follow from base cells");
    }

    /** Says that {@link #nodes} holds what the unit has added to the nodes above a base cell when {@link #assess} is called next. */
    public void useNodes() {}

    /** How the first records of a unit in a window can be charged an upper bound of their price; null if they cannot. */
    public @Nullable UnsettledPrice unsettled() {
        return null;
    }

    /**
     * Computes an upper bound of the price of a record, and by how much it moves its cell, without changing the state: as {@link #assess}, without the cell.
     *
     * @param records the records of the window that are not settled; null if there are none
     * @param unit the number of the record's unit in its table, whose records have not been moved out
     * @param words the array with the record's words
     * @param from the index of the first aggregate's first word
     * @return false if the record cannot be charged in this way
     */
    public boolean assessUnsettled(@Nullable UnsettledRecords records, int unit, long[] words, int from) {
        return false;
    }

    /** How many sums a record moves: that of its key, or with levels that of one node of each measured level. */
    public int sums() {
        return 1;
    }

    /**
     * The number of the known key whose sum a record moves.
     *
     * @param key the number of the record's key
     * @param i the number of the sum, from 0 and below {@link #sums}
     */
    public int sum(int key, int i) {
        return key;
    }

    /**
     * The number of base cells, if the sums of the nodes above them follow from theirs; otherwise 0. If they do, it is enough to move the first sum of a record, that of its base cell, and to add up the others
     * before sums are sent. The sums of base cells lie one behind the other.
     */
    public int summedCells() {
        return 0;
    }

    /** How many words of state are kept for a unit's cell. */
    public abstract int kept();

    /**
     * Whether a record is too close to an earlier one of its unit. Only series may require a distance.
     *
     * @param kept the state of the unit's cell
     * @param step the number of the record's cell within its span
     */
    public boolean isTooClose(long[] kept, long step) {
        return false;
    }

    /**
     * Computes the price of a record and by how much it moves its cell, without changing the state.
     *
     * @param kept the state of the unit's cell
     * @param contributed whether the unit has contributed to the cell before
     * @param words the array with the record's words
     * @param from the index of the first aggregate's first word
     * @param step the number of the record's cell within its span; ignored if cells have independent noise
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from, long step);

    /**
     * Charges the price of the assessed record to an account and returns true. If the account cannot pay, changes
     * nothing and returns false.
     *
     * @param account the account of units for the query
     * @param spent the array with the states of several units' accounts
     * @param at the index of the first word of the unit's account
     */
    public abstract boolean charge(UnitAccount account, long[] spent, int at);

    /**
     * Writes the new state of the unit's cell, because the assessed record counts.
     *
     * @param kept the state of the unit's cell
     */
    public abstract void keep(long[] kept);

    /**
     * Adds the assessed move to the totals, because the record counts.
     *
     * @param totals the totals of cells
     * @param at the index of the cell's first total
     */
    public abstract void addTo(long[] totals, int at);

    /**
     * Adds the assessed move of one of the {@link #sums} to its totals, because the record counts.
     *
     * @param sum the number of the sum
     * @param totals the totals of cells
     * @param at the index of the sum's first total
     */
    public void addTo(int sum, long[] totals, int at) {
        addTo(totals, at);
    }
}
