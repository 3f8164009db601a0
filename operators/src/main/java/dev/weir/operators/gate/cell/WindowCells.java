package dev.weir.operators.gate.cell;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The open cells of one window of a query, for the units of one key group: for each unit and key, how many records were
 * counted, and the words that the aggregates keep. All of it is dropped when the window closes.
 */
public abstract sealed class WindowCells implements CellView permits SegmentedCells, ScatteredCells {

    private final int query;
    private final long end;

    /**
     * The cells of a window, without any cell. {@code expected} is the probable number of entries, which saves growing.
     */
    static WindowCells create(CellShape shape, long end, int expected) {
        return shape.keysPerWindow() <= SegmentedCells.MOST_KEYS
                ? new SegmentedCells(shape, end, expected)
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

    /**
     * The entry of a unit's cell, or a negative number if the unit has not contributed to it.
     *
     * @param unit the unit's number in its table
     * @param key the number of the key
     */
    public abstract int find(int unit, int key);

    /**
     * The number of keys that the unit has contributed to in the window.
     *
     * @param unit the unit's number in its table
     */
    public abstract int keys(int unit);

    /**
     * Opens a cell of a unit, which must not be open, and returns its entry. An entry is valid until the next cell is opened.
     *
     * @param unit the unit's number in its table
     * @param key the number of the key
     */
    public abstract int open(int unit, int key);

    /**
     * Sets the content of an entry's cell.
     *
     * @param entry what {@link #find} or {@link #open} has returned
     * @param records how many records the cell has counted
     * @param kept what the aggregates keep of the cell
     */
    public abstract void set(int entry, int records, long[] kept);

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
     * Saves a unit's cells for the views, if the arrays are not copied; {@link EntryView#publish} must be called before they change.
     *
     * @param unit the unit's number in its table
     */
    public abstract void save(int unit);

    /** Leaves the views, because all of them have been closed. */
    abstract void leaveViews();

    /** How many entries there are, each of the kind that the constructor's expected number counts. */
    abstract int size();
}
