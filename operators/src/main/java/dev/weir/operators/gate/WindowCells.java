package dev.weir.operators.gate;

/**
 * The open cells of one window of a query, for the units of one key group: for each unit and key, how many records were
 * counted and what the aggregates keep. All of it is dropped when the window closes.
 */
abstract sealed class WindowCells permits BlockCells, ScatteredCells {

    final int query;
    final long end;

    /** New cells of a window; {@code expected}: how many entries the window will probably have, which saves growing. */
    static WindowCells create(CellShape shape, long end, int expected) {
        return shape.keysPerWindow() <= BlockCells.MOST_KEYS
                ? new BlockCells(shape, end, expected)
                : new ScatteredCells(shape, end, expected);
    }

    WindowCells(int query, long end) {
        this.query = query;
        this.end = end;
    }

    /** The entry of a unit's cell, or a negative number if the unit has not contributed to it. */
    abstract int find(int unit, int key);

    /** To how many keys the unit has contributed in the window. */
    abstract int keys(int unit);

    /** How many records the cell of an entry has counted. */
    abstract int records(int entry);

    /** Copies what the aggregates keep of the cell of an entry. */
    abstract void copyKept(int entry, long[] kept);

    /** Opens a cell of a unit, which must not be open, and returns its entry. An entry is valid until the next cell is opened. */
    abstract int open(int unit, int key);

    /** Sets what the cell of an entry holds. */
    abstract void set(int entry, int records, long[] kept);

    /** Reads where a unit's cells are found, so that it is in the cache for {@link #prefetchCell}. The result has no meaning. */
    abstract long prefetchIndex(int unit);

    /** Reads where a unit's cell would be, so that it is in the cache for {@link #find}. The result has no meaning. */
    abstract long prefetchCell(int unit, int key);

    /** Gives the units new numbers: {@code moved[unit]}; cells of a unit for which that is negative are dropped. */
    abstract void renumber(int[] moved);

    /** The cells as they are now, to be written; the view may be unable to search. */
    abstract WindowCells view();

    /** Replaces the arrays that {@link #view} has handed out by copies. */
    abstract void copyArrays();

    /** Passes all cells to {@code consumer}, in an order that does not depend on the keys of {@link IndexHash}. */
    abstract <E extends Exception> void forEach(CellConsumer<E> consumer) throws E;

    /** How many entries there are, each of the kind that the constructor's expected number counts. */
    abstract int size();

    /** Is passed one cell after the other. */
    interface CellConsumer<E extends Exception> {

        /** Is passed the number of a cell's unit, the number of its key, and its entry. */
        void accept(int unit, int key, int entry) throws E;
    }
}
