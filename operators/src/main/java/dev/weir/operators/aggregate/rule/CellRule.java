package dev.weir.operators.aggregate.rule;

import dev.weir.accountant.mechanism.RecordCost;

/**
 * What the records of one unit do to one aggregate of one cell. {@link #assess} works out what a record would cost and by how
 * much it would move the cell; {@link #keep} and {@link #addTo} carry that out. One instance serves one thread.
 *
 * <p>The costs that an account grants must add up to at least the size of what the unit has moved the cell by.
 * {@link RecordCost} says how they are computed for each shape of block.
 */
public abstract class CellRule {

    private final Place place;

    /**
     * What a rule shares with the other rules of its query.
     *
     * @param aggregate the aggregate's number in its query, at least 0
     * @param keptAt where the rule's longs start among those that are kept of a unit's cell
     * @param cost takes what a record would cost
     */
    public record Place(int aggregate, int keptAt, RecordCost cost) {}

    /** A rule at its place in its query. */
    protected CellRule(Place place) {
        this.place = place;
    }

    /** The rule's place in its query. */
    public final Place place() {
        return place;
    }

    /** How many longs the rule keeps of a unit's cell, beside the number of records; 0 if earlier records do not matter. */
    public abstract int kept();

    /**
     * Works out what a record would cost and by how much it would move the cell. Changes nothing that is kept.
     *
     * @param kept what is kept of the unit's cell; this rule's longs start at {@link Place#keptAt}
     * @param contributed whether the unit has contributed to the cell before
     * @param words what the record carries for this aggregate, from {@code from} on
     * @param from where the words of this aggregate start
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from);

    /** The assessed record counts: writes what is kept from now on. */
    public abstract void keep(long[] kept);

    /**
     * The assessed record counts: adds what it moves the cell by.
     *
     * @param totals the totals of cells
     * @param at where this aggregate's totals of the record's cell start
     * @throws ArithmeticException if a total overflows: an overflow is an error, never a wrong total
     */
    public abstract void addTo(long[] totals, int at);
}
