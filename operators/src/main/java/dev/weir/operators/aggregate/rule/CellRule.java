package dev.weir.operators.aggregate.rule;

import dev.weir.accountant.mechanism.RecordCost;

/**
 * Computes the effect of a unit's records on one aggregate in a cell. {@link #assess} computes the price of a record
 * and by how much it would move the cell; if the record counts, {@link #keep} and {@link #addTo} apply the result. Only
 * one thread may use an instance.
 *
 * <p>The charges for the records that count must add up to at least the price of the size of the unit's contribution to
 * the cell. {@link RecordCost} describes how charges are computed for each kind of aggregate.
 */
public abstract class CellRule {

    private final Place place;

    /**
     * The place of a rule among the rules of its query.
     *
     * @param aggregate the aggregate's number in its query, at least 0
     * @param keptAt the index of the rule's first word in the state of a unit's cell
     * @param cost the object to which the price of a record is added
     */
    public record Place(int aggregate, int keptAt, RecordCost cost) {}

    /**
     * Creates a rule.
     *
     * @param place the rule's place
     */
    protected CellRule(Place place) {
        this.place = place;
    }

    /** The rule's place in its query. */
    public final Place place() {
        return place;
    }

    /**
     * How many words of state the rule keeps for a unit's cell, in addition to the number of records; 0 if a price does
     * not depend on earlier records.
     */
    public abstract int kept();

    /**
     * Computes the price of a record and by how much it would move the cell, without changing the state.
     *
     * @param kept the state of the unit's cell; this rule's words start at {@link Place#keptAt}
     * @param contributed whether the unit has contributed to the cell before
     * @param words the array with the record's words
     * @param from the index of this aggregate's first word
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from);

    /**
     * Writes the new state, because the assessed record counts.
     *
     * @param kept the state of the unit's cell
     */
    public abstract void keep(long[] kept);

    /**
     * Adds the assessed move to the totals, because the record counts.
     *
     * @param totals the totals of cells
     * @param at the index of this aggregate's first total in the record's cell
     * @throws ArithmeticException if a total overflows: an overflow is an error, never a wrong total, unless the totals
     *     of the aggregate saturate
     */
    public abstract void addTo(long[] totals, int at);
}
