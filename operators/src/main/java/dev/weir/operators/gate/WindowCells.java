package dev.weir.operators.gate;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The open cells of one window of a query, for the units of one key group: for each unit and key, how many records were
 * counted, and the words that the aggregates keep. All of it is dropped when the window closes.
 */
abstract sealed class WindowCells implements CellView permits BlockCells, ScatteredCells {

    private final int query;
    private final long end;

    /**
     * The cells of a window, without any cell. {@code expected} is the probable number of entries, which saves growing.
     */
    static WindowCells create(CellShape shape, long end, int expected) {
        return shape.keysPerWindow() <= BlockCells.MOST_KEYS
                ? new BlockCells(shape, end, expected)
                : new ScatteredCells(shape, end, expected);
    }

    WindowCells(int query, long end) {
        this.query = query;
        this.end = end;
    }

    @Override
    public final int query() {
        return query;
    }

    @Override
    public final long end() {
        return end;
    }

    /** The entry of a unit's cell, or a negative number if the unit has not contributed to it. */
    abstract int find(int unit, int key);

    /** The number of keys that the unit has contributed to in the window. */
    abstract int keys(int unit);

    /** Opens a cell of a unit, which must not be open, and returns its entry. An entry is valid until the next cell is opened. */
    abstract int open(int unit, int key);

    /** Sets the content of an entry's cell. */
    abstract void set(int entry, int records, long[] kept);

    /**
     * Reads the index entry of a unit's cell, so that it is in the cache for {@link #prefetchCell}. The result has no
     * meaning.
     */
    abstract long prefetchIndex(int unit, int key);

    /**
     * Reads the probable place of a unit's cell, so that it is in the cache for {@link #find}. The result has no
     * meaning.
     */
    abstract long prefetchCell(int unit, int key);

    /** Gives the units new numbers: {@code moved[unit]}. Cells of a unit with a negative new number are dropped. */
    abstract void renumber(int[] moved);

    /**
     * A view of the present cells, which another thread writes.
     *
     * @param closed becomes true when the view is closed
     */
    abstract CellView view(AtomicBoolean closed);

    /** Copies the arrays that {@link #view} has handed out, unless {@link #save} saves their changes. */
    abstract void copyArrays();

    /**
     * Saves a unit's cells for the views, unless the arrays are copied. {@link RowView#publish} must be called before
     * the cells change.
     */
    abstract void save(int unit);

    /** Leaves the views, because all of them have been closed. */
    abstract void leaveViews();

    /** How many entries there are, each of the kind that the constructor's expected number counts. */
    abstract int size();
}
