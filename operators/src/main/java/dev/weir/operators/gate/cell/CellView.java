package dev.weir.operators.gate.cell;

/** The cells of one window of a query, for the units of one key group, in the form in which a snapshot reads them. */
public interface CellView {

    /** The query's number. */
    int query();

    /** The end of the window, epoch milliseconds. */
    long end();

    /**
     * Passes all cells to {@code consumer}, in an order that does not depend on the keys of {@link IndexHash}. An entry that is passed on
     * is valid until {@code consumer} returns.
     *
     * @param <E> the exception that the consumer throws
     * @param consumer takes the cells
     * @throws E if the consumer throws it
     */
    <E extends Exception> void forEach(CellConsumer<E> consumer) throws E;

    /**
     * How many records a cell has counted.
     *
     * @param entry the cell's entry
     */
    int records(int entry);

    /**
     * Copies the words that the aggregates keep of a cell.
     *
     * @param entry the cell's entry
     * @param kept receives the words; its length is the number of longs that the query keeps of a cell
     */
    void copyKept(int entry, long[] kept);

    /**
     * Receives one cell after the other.
     *
     * @param <E> the exception that the consumer throws
     */
    interface CellConsumer<E extends Exception> {

        /**
         * Receives a cell.
         *
         * @param unit the number of the cell's unit
         * @param key the number of the cell's key
         * @param entry the cell's entry
         * @throws E if the cell cannot be used
         */
        void accept(int unit, int key, int entry) throws E;
    }
}
