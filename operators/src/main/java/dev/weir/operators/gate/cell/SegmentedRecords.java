package dev.weir.operators.gate.cell;

import dev.weir.operators.gate.rule.UnsettledRecords;
import java.util.Arrays;

/**
 * Records of units that have not been settled, as cells of one word, with the record's integers in place of a number of records. A unit may have several of one key.
 *
 * <p>Memory for each unit in the window: that of {@link SegmentedCells} with room for {@value UnsettledRecords#MOST} cells of one word, 136 bytes and its bucket in the index.
 */
final class SegmentedRecords extends SegmentedCells implements UnsettledRecords {

    private static final long[] NO_WORDS = {};

    /** @param expected how many units will probably contribute to the window */
    SegmentedRecords(CellShape shape, long end, int expected) {
        super(shape.ofUnsettled(), end, expected);
    }

    @Override
    public int count(int unit) {
        return keys(unit);
    }

    @Override
    public void add(int unit, int key, int packed) {
        int count = count(unit);
        requireSettled(count >= 0 && count < MOST);
        set(open(unit, key), packed, NO_WORDS);
    }

    @Override
    public long[] moveOut(int unit) {
        int count = Math.max(0, count(unit));
        long[] left = Arrays.copyOfRange(words(), first(unit), first(unit) + count);
        markMoved(unit);
        return left;
    }

    /**
     * Marks a unit that has cells from now on.
     *
     * @throws IllegalStateException if the unit has records
     */
    void requireNone(int unit) {
        int count = count(unit);
        requireSettled(count <= 0);
        if (count == 0) {
            markMoved(unit);
        }
    }

    private static void requireSettled(boolean isSettled) {
        if (!isSettled) {
            throw new IllegalStateException("records of this unit must be settled");
        }
    }

    /** Puts the units whose records have been moved out, of those that {@link #prefetch} was called for, first. Returns the index behind the last of them. */
    int putMovedFirst(int[] units, int[] segments, int from, int to) {
        int end = from;
        for (int i = from; i < to; i++) {
            if (isMovedFrom(segments[i])) {
                units[end++] = units[i];
            }
        }
        return end;
    }
}
