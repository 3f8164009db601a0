package dev.weir.testing.scenario;

/**
 * In which base cell of a query a record of a world lies: the cell that bounds count, and above which levels have rows. It follows from the record's key and
 * from its values, because a condition may take records of some sizes and not of others.
 */
@FunctionalInterface
public interface BaseCells {

    /** The number of no cell: the query does not take the record. */
    int NONE = -1;

    /**
     * The number of the cell, from 0, or {@link #NONE}.
     *
     * @param query the number of the query in the plan
     * @param step the record, of a declared key
     */
    int of(int query, Step step);
}
