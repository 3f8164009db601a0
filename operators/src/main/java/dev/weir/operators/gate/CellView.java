package dev.weir.operators.gate;

/** A view of the cells of one window of a query, for the units of one key group, as a snapshot writes them. */
interface CellView {

    /** The query's number. */
    int query();

    /** The end of the window, epoch milliseconds. */
    long end();

    /**
     * Passes all cells to {@code consumer}, in an order that does not depend on the keys of {@link IndexHash}. An entry that is
     * passed on is valid until {@code consumer} returns.
     */
    <E extends Exception> void forEach(CellConsumer<E> consumer) throws E;

    /** The number of records that were counted in the cell of an entry. */
    int records(int entry);

    /** Copies the words that the aggregates keep of the cell of an entry. */
    void copyKept(int entry, long[] kept);

    /** Receives one cell after the other. */
    interface CellConsumer<E extends Exception> {

        /**
         * Receives a cell.
         *
         * @param unit the number of the cell's unit
         * @param key the number of the cell's key
         * @param entry the number of the cell's entry
         */
        void accept(int unit, int key, int entry) throws E;
    }
}
