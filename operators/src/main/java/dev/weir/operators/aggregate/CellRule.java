package dev.weir.operators.aggregate;

import dev.weir.accountant.mechanism.RecordCost;

/**
 * What the records of one unit do to one aggregate of one cell, for use by one thread: {@link #offer} works out what a
 * record would cost, {@link #keep} and {@link #addTo} make it count.
 *
 * <p>The costs that an account grants must add up to at least the size of what the unit has moved the cell by: {@link
 * RecordCost} says how, by the shape of the block.
 */
public abstract class CellRule {

    /** How many longs it keeps of a unit's cell, beside the number of records; 0 if nothing that came before matters. */
    public abstract int kept();

    /**
     * A record is offered.
     *
     * @param aggregate the aggregate's number in its query
     * @param kept what is kept of the unit's cell, from {@code at} on
     * @param touched whether the unit has touched the cell before
     * @param words what the record carries, from {@code from} on
     * @param cost takes what the record would cost
     */
    public abstract void offer(
            int aggregate, long[] kept, int at, boolean touched, long[] words, int from, RecordCost cost);

    /** The record that was offered last counts: writes what is kept from now on. */
    public abstract void keep(long[] kept, int at);

    /** Adds what the record that was offered last moves the cell by; an overflow is an error, never a wrong total. */
    public abstract void addTo(long[] totals, int at);
}
