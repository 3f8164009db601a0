package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * Computes by how much a record moves the totals of an aggregate. Rules of single cells charge for moves within a cell,
 * rules of series for moves within a series. If a move depends on the earlier contributions of the record's unit, some
 * words of state are kept for each unit. Only one thread may use an instance. For each record the caller calls {@link
 * #assess} and then, if the record counts, {@link #keep} and {@link #addTo}.
 */
public abstract class RecordMove {

    /** Creates a move that has assessed no record yet. */
    protected RecordMove() {}

    /** How many words of state are kept for each unit; 0 if a move depends on its record alone. */
    public abstract int kept();

    /**
     * Computes the move of a record, without changing the state.
     *
     * @param kept the state of the unit
     * @param contributed whether the unit has contributed to the cell or series before
     * @param words the array with the record's words
     * @param from the index of this aggregate's first word
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from);

    /**
     * The length of the assessed move in a series, in the units of the series' cost.
     *
     * @param cost the cost of the query's contributions
     * @param aggregate the aggregate's number in its query
     */
    public abstract long length(SeriesCost cost, int aggregate);

    /**
     * Writes the new state, because the assessed record counts.
     *
     * @param kept the state of the unit
     */
    public abstract void keep(long[] kept);

    /**
     * Adds the assessed move to the totals, because the record counts.
     *
     * @param totals the totals of cells
     * @param at the index of this aggregate's first total
     * @throws ArithmeticException if a total overflows: an overflow is an error, never a wrong total
     */
    public abstract void addTo(long[] totals, int at);
}
