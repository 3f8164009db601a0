package dev.weir.testing.scenario;

/** In which base cell of a query a record of a world lies, which follows from its key: the cell that bounds count, and above which levels have rows. */
@FunctionalInterface
public interface BaseCells {

    /** The number of no cell: the query does not take records with the key. */
    int NONE = -1;

    /**
     * The number of the cell, from 0, or {@link #NONE}.
     *
     * @param query the number of the query in the plan
     * @param key the index of the key among those of a world
     */
    int of(int query, int key);
}
