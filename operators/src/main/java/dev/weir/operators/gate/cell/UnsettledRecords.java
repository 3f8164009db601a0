package dev.weir.operators.gate.cell;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * The first records of each unit in one window of a query with levels, one by one, as long as the unit has been charged an upper bound of their price and not the price itself. To
 * keep a record takes one word, and nothing is searched; to compute the price takes all records of the unit, once.
 *
 * <p>A unit that has cells in the window has no records here any more: {@link #moveOut}.
 *
 * <p>Memory for each unit in the window: that of {@link SegmentedCells} with room for {@value #MOST} cells of one word, 136 bytes and its bucket in the index.
 */
public final class UnsettledRecords {

    /**
     * The largest number of records of a unit in a window, at most {@link LevelledCells#MOST_BASE_CELLS}, so that there is room for their base cells. It is part of format 6 of tables: packed integers have room for the sum of so many.
     */
    public static final int MOST = 16;

    private static final long[] NO_WORDS = {};

    private final SegmentedCells records;

    /** @param expected how many units will probably contribute to the window */
    UnsettledRecords(CellShape shape, long end, int expected) {
        records = new SegmentedCells(shape.ofUnsettled(), end, expected);
    }

    /**
     * The number of records of a unit; negative if its records have been moved out.
     *
     * @param unit the unit's number in its table
     */
    public int count(int unit) {
        return records.keys(unit);
    }

    /** The words of all records, those of a unit one behind the other: the base cell in the upper half, the integers of the record, packed, in the lower half. The array is not copied. */
    public long[] words() {
        return records.words();
    }

    /**
     * The index of the first record of a unit in {@link #words}, if it has any.
     *
     * @param unit the unit's number in its table
     */
    public int first(int unit) {
        return records.first(unit);
    }

    /**
     * Adds a record of a unit whose records have not been moved out.
     *
     * @param unit the unit's number in its table
     * @param key the number of the base cell
     * @param packed the integers of the record
     * @throws IllegalStateException if they have been, or are {@value #MOST} already
     */
    public void add(int unit, int key, int packed) {
        int count = count(unit);
        if (count < 0 || count >= MOST) {
            throw new IllegalStateException("records of this unit must be settled");
        }
        records.set(records.open(unit, key), packed, NO_WORDS);
    }

    /**
     * The base cell of a record.
     *
     * @param record the word of the record
     */
    public static int key(long record) {
        return SegmentLayout.high(record);
    }

    /**
     * The integers of a record, packed.
     *
     * @param record the word of the record
     */
    public static int packed(long record) {
        return (int) record;
    }

    /**
     * Removes all records of a unit, which has cells from now on.
     *
     * @param unit the unit's number in its table
     * @return the words of the records
     */
    public long[] moveOut(int unit) {
        int count = Math.max(0, count(unit));
        long[] left = Arrays.copyOfRange(words(), first(unit), first(unit) + count);
        records.markMoved(unit);
        return left;
    }

    /**
     * Marks a unit that has cells from now on.
     *
     * @param unit the unit's number in its table
     * @throws IllegalStateException if the unit has records
     */
    void markMoved(int unit) {
        int count = count(unit);
        if (count > 0) {
            throw new IllegalStateException("records of this unit must be settled");
        }
        if (count == 0) {
            records.markMoved(unit);
        }
    }

    /**
     * Passes on the units that have records.
     *
     * @param consumer takes the number of each unit in its table
     */
    public void forEachUnit(IntConsumer consumer) {
        records.forEachUnit(consumer);
    }

    /** Reads the records of units, as {@link SegmentedCells#prefetch} does. */
    long prefetch(int[] units, int[] segments, int from, int to) {
        return records.prefetch(units, segments, from, to);
    }

    /** Puts the units whose records have been moved out, of those that {@link #prefetch} was called for, first. Returns the index behind the last of them. */
    int putMovedFirst(int[] units, int[] segments, int from, int to) {
        int end = from;
        for (int i = from; i < to; i++) {
            if (records.isMovedFrom(segments[i])) {
                units[end++] = units[i];
            }
        }
        return end;
    }

    void save(int unit) {
        records.save(unit);
    }

    void leaveViews() {
        records.leaveViews();
    }

    CellView view(AtomicBoolean closed) {
        return records.view(closed);
    }

    void renumber(int[] moved) {
        records.renumber(moved);
    }

    int size() {
        return records.size();
    }
}
