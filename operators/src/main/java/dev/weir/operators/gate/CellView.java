package dev.weir.operators.gate;

/** What is written of the cells of one window of a query, for the units of one key group. */
interface CellView {

    /** The query's number. */
    int query();

    /** When the window ends, epoch milliseconds. */
    long end();

    /**
     * Passes all cells to {@code consumer}, in an order that does not depend on the keys of {@link IndexHash}. An entry that is
     * passed on is valid until {@code consumer} returns.
     */
    <E extends Exception> void forEach(CellConsumer<E> consumer) throws E;

    /** How many records the cell of an entry has counted. */
    int records(int entry);

    /** Copies what the aggregates keep of the cell of an entry. */
    void copyKept(int entry, long[] kept);

    /** Is passed one cell after the other. */
    interface CellConsumer<E extends Exception> {

        /** Is passed the number of a cell's unit, the number of its key, and its entry. */
        void accept(int unit, int key, int entry) throws E;
    }
}
