package dev.weir.operators.gate.cell;

import dev.weir.operators.gate.rule.UnsettledRecords;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The open cells of one window of a query, for the units of one key group. A cell holds, for a unit and a key, how many records were
 * counted, and the words that the aggregates keep. All cells are dropped when the window closes.
 */
public abstract sealed class WindowCells implements CellView permits SegmentedCells, ScatteredCells, LevelledCells {

    private final int query;
    private final long end;

    /**
     * Creates the cells of a window, without any cell yet. {@code expected} is the probable number of entries, for which memory is
     * reserved.
     */
    static WindowCells create(CellShape shape, long end, int expected) {
        if (shape.baseCells() > 0) {
            return new LevelledCells(shape, end, expected);
        }
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
     * Returns the entry of a unit's cell, or a negative number if the unit has not contributed to the cell.
     *
     * @param unit the unit's number in its table
     * @param key the number of the key
     */
    public abstract int find(int unit, int key);

    /**
     * The number of keys to which the unit has contributed in the window.
     *
     * @param unit the unit's number in its table
     */
    public abstract int keys(int unit);

    /**
     * The most base cells of a unit whose nodes follow from them.
     *
     * @param shape the layout of a unit's cells
     */
    public static int mostFew(CellShape shape) {
        return Math.min(LevelledCells.MOST_BASE_CELLS, Math.min(shape.keysPerWindow(), shape.baseCells()));
    }

    /**
     * The number of base cells of a unit, at most {@link #mostFew}, if what it has added to nodes above them follows from them; negative if its nodes have
     * cells of their own.
     *
     * @param unit the unit's number in its table
     */
    public int fewBaseCells(int unit) {
        return -1;
    }

    /**
     * The words of the base cells that {@link #fewBaseCells} counts, those of a unit one behind the other: a word whose upper half is the key, then the words
     * that the aggregates keep. The array is not copied, so it is valid until a cell is opened.
     */
    public long[] baseCellWords() {
        throw new IllegalStateException("only base cells from which nodes follow are adjacent");
    }

    /**
     * The index of the first word of a unit's base cells in {@link #baseCellWords}, if {@link #fewBaseCells} counts any.
     *
     * @param unit the unit's number in its table
     */
    public int firstBaseCell(int unit) {
        throw new IllegalStateException("only base cells from which nodes follow are adjacent");
    }

    /** The records of units that have been charged an upper bound; null if every record is charged its price. */
    public @Nullable UnsettledRecords unsettled() {
        return null;
    }

    /**
     * Opens a cell of a unit and returns its entry. The cell must not be open yet. Other entries of the unit are valid no longer, unless they are of a unit
     * whose nodes have cells of their own: those are valid until the units get other numbers.
     *
     * @param unit the unit's number in its table
     * @param key the number of the key
     */
    public abstract int open(int unit, int key);

    /**
     * Sets the content of an entry's cell.
     *
     * @param entry the entry that {@link #find} or {@link #open} has returned
     * @param records how many records the cell has counted
     * @param kept the words that the aggregates keep of the cell
     */
    public abstract void set(int entry, int records, long[] kept);

    /**
     * Reads cells, so that they are in the processor's cache for {@link #find}. First the entries of the index are read, then the cells. Where the cells of a unit are adjacent, their first word says how many there
     * are, so the others are read last. Each loop has few instructions, because a processor overlaps only the cache misses of the few hundred instructions that it executes at once.
     *
     * @param units the units' numbers in their table; this method may overwrite them from {@code from} to {@code to}, and the keys too
     * @param keys the numbers of the keys
     * @param from the index of the first unit and key
     * @param to the index behind the last
     * @return a number without meaning
     */
    abstract long prefetch(int[] units, int[] keys, int from, int to);

    /** Gives the units new numbers: {@code moved[unit]}. Cells of a unit with a negative new number are dropped. */
    abstract void renumber(int[] moved);

    /**
     * Returns a view of the present cells, which another thread writes.
     *
     * @param closed becomes true when the view is closed
     */
    abstract CellView view(AtomicBoolean closed);

    /** Returns a view of the present {@link #unsettled} records, as {@link #view} does of the cells; null if there cannot be any. */
    @Nullable CellView unsettledView(AtomicBoolean closed) {
        return null;
    }

    /** Replaces the arrays that {@link #view} has handed out by copies, unless {@link #save} saves their entries before they change. */
    abstract void copyArrays();

    /**
     * Saves a unit's cells for the views, unless {@link #copyArrays} copies them. {@link EntryView#publish} must be called before the cells
     * change.
     *
     * @param unit the unit's number in its table
     */
    public abstract void save(int unit);

    /** Stops saving cells for the views, because all of them have been closed. */
    abstract void leaveViews();

    /** How many entries there are, counted in the same way as {@code expected} in {@link #create}. */
    abstract int size();
}
