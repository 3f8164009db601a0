package dev.weir.operators.gate.cell;

import static dev.weir.operators.gate.cell.SegmentLayout.high;
import static dev.weir.operators.gate.cell.SegmentLayout.join;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The cells of a query that lets a unit contribute to few keys. Each unit has a segment with room for as many cells as the unit may have.
 * An open-addressing index leads from the unit to its segment. The hash of the index is secret ({@link IndexHash}), because somebody who
 * controls many units can choose which unit numbers occur in a window. The cells of a segment are adjacent, so a record needs few cache
 * lines.
 *
 * <p>Memory for each unit in the window: 8 + room &middot; (8 + 8 for each kept long) bytes in the segment, where room is the largest
 * number of cells of a unit. In addition, the index takes 8 bytes for each bucket, at a load of at most 2/3, and while it grows of at least
 * 1/3.
 */
final class SegmentedCells extends WindowCells {

    /** The largest number of keys of a unit in a window for which segments are used. Larger segments would be mostly empty. */
    static final int MOST_KEYS = 8;

    private static final int NOT_FOUND = -1;

    /** How many longs a line of the processor's cache has. */
    private static final int WORDS_OF_A_LINE = 8;

    /** The key that is hashed with every unit, because the index finds units independently of their keys. */
    private static final int NO_KEY = 0;

    private static final long FREE = 0;

    /** The number of cells in the segment of a unit whose cells have been moved out. */
    private static final int MOVED = -1;

    /** The smallest number of buckets. It is small because a window that is far ahead may stay almost empty. */
    private static final int FEWEST_BUCKETS = 4;

    private static final int FEWEST_SEGMENTS = 2;

    private final IndexHash hash;
    private final SegmentLayout shape;
    private final int cellWords;
    private final int segmentWords;
    private final int room;
    private final EntryViews views = new EntryViews();
    private long[] index;
    private long[] words;
    private int size;

    /** The unit whose segment was found last, and where it starts, because a record's unit is looked for several times in a row. */
    private int lastUnit = NOT_FOUND;

    private int lastSegment = NOT_FOUND;

    /**
     * Creates the cells of a window, without any cell yet.
     *
     * @param shape the shape of a query whose units may have few cells in a window, because each has a segment with room for all of them
     * @param expected how many units will probably contribute to the window
     */
    SegmentedCells(CellShape shape, long end, int expected) {
        super(shape.query(), end);
        hash = shape.hash();
        this.shape = SegmentLayout.of(shape);
        room = shape.keysPerWindow();
        cellWords = this.shape.cellWords();
        segmentWords = this.shape.segmentWords();
        index = new long[Math.max(FEWEST_BUCKETS, Integer.highestOneBit(expected + expected / 2 + 1) << 1)];
        words = new long[Math.multiplyExact(Math.max(FEWEST_SEGMENTS, expected + expected / 8), segmentWords)];
    }

    @Override
    CellView view(AtomicBoolean closed) {
        return new SegmentView(query(), end(), shape, views.take(words, segmentWords, size, closed));
    }

    /** Does nothing, because segments are saved one by one instead. */
    @Override
    void copyArrays() {}

    @Override
    public void save(int unit) {
        int segment = views.areOpen() ? segment(unit) : NOT_FOUND;
        if (segment >= 0) {
            views.save(segment / segmentWords);
        }
    }

    @Override
    void leaveViews() {
        views.leave();
    }

    private int bucket(int unit, int mask) {
        return hash.cell(unit, NO_KEY) & mask;
    }

    /** Returns where the segment of a unit starts, or a negative number if the unit has none. */
    private int segment(int unit) {
        return unit == lastUnit ? lastSegment : search(unit);
    }

    private int search(int unit) {
        int mask = index.length - 1;
        for (int bucket = bucket(unit, mask); index[bucket] != FREE; bucket = bucket + 1 & mask) {
            if (high(index[bucket]) == unit) {
                lastUnit = unit;
                lastSegment = ((int) index[bucket] - 1) * segmentWords;
                return lastSegment;
            }
        }
        return NOT_FOUND;
    }

    @Override
    public int find(int unit, int key) {
        int segment = segment(unit);
        if (segment >= 0) {
            int first = segment + SegmentLayout.HEAD;
            int end = first + (int) words[segment] * cellWords;
            for (int cell = first; cell < end; cell += cellWords) {
                if (high(words[cell]) == key) {
                    return cell;
                }
            }
        }
        return NOT_FOUND;
    }

    /** The number of the unit's cells; negative if they have been moved out. */
    @Override
    public int keys(int unit) {
        int segment = segment(unit);
        return segment < 0 ? 0 : (int) words[segment];
    }

    @Override
    public int records(int entry) {
        return SegmentLayout.records(words, entry);
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        SegmentLayout.copyKept(words, entry, kept);
    }

    @Override
    public int open(int unit, int key) {
        int known = segment(unit);
        int segment = known >= 0 ? known : insert(unit);
        int cell = segment + SegmentLayout.HEAD + (int) words[segment] * cellWords;
        words[segment]++;
        words[cell] = join(key, 0);
        return cell;
    }

    /** Whether the segment of a unit has no room for one more cell. */
    boolean isFull(int unit) {
        int segment = segment(unit);
        return segment >= 0 && (int) words[segment] == room;
    }

    /** Whether {@link #moveOut} was called for a unit. */
    boolean isMoved(int unit) {
        int segment = segment(unit);
        return segment >= 0 && (int) words[segment] == MOVED;
    }

    /** Moves all cells of a unit to other cells. The unit has no cells here from then on. */
    void moveOut(int unit, WindowCells to) {
        int known = segment(unit);
        int segment = known >= 0 ? known : insert(unit);
        long[] kept = new long[cellWords - SegmentLayout.FIRST_KEPT];
        int cell = segment + SegmentLayout.HEAD;
        for (int left = (int) words[segment]; left > 0; left--) {
            copyKept(cell, kept);
            to.set(to.open(unit, high(words[cell])), records(cell), kept);
            cell += cellWords;
        }
        words[segment] = join(unit, MOVED);
    }

    /** The index of the first word of a unit's first cell in {@link #words}, if it has any. */
    int first(int unit) {
        return segment(unit) + SegmentLayout.HEAD;
    }

    /** The words of all cells, those of a unit one behind the other. The array is not copied. */
    long[] words() {
        return words;
    }

    private int insert(int unit) {
        if (3L * (size + 1) > 2L * index.length) {
            rebuildIndex(2 * index.length);
        }
        int segment = size * segmentWords;
        if (segment + segmentWords > words.length) {
            words = Arrays.copyOf(words, Math.multiplyExact(size + size / 2 + 1, segmentWords));
            views.leave();
        }
        words[segment] = join(unit, 0);
        addToIndex(size++);
        return segment;
    }

    private void rebuildIndex(int buckets) {
        index = new long[buckets];
        for (int number = 0; number < size; number++) {
            addToIndex(number);
        }
    }

    private void addToIndex(int number) {
        int mask = index.length - 1;
        int unit = high(words[number * segmentWords]);
        int bucket = bucket(unit, mask);
        while (index[bucket] != FREE) {
            bucket = bucket + 1 & mask;
        }
        index[bucket] = join(unit, number + 1);
    }

    @Override
    public void set(int entry, int records, long[] kept) {
        words[entry] = join(high(words[entry]), records);
        for (int i = 0; i < kept.length; i++) {
            words[entry + SegmentLayout.FIRST_KEPT + i] = kept[i];
        }
    }

    @Override
    long prefetchIndex(int unit, int key) {
        return index[bucket(unit, index.length - 1)];
    }

    /** Reads the first word of the unit's segment, which says how many words {@link #prefetchOthers} has to read. */
    @Override
    long prefetchCell(int unit, int key) {
        int segment = search(unit);
        return segment < 0 ? 0 : words[segment];
    }

    /** Reads the lines of the cells that the unit has, and of the one that it may open. Most segments are mostly empty. */
    @Override
    long prefetchOthers(int unit) {
        int segment = search(unit);
        if (segment < 0) {
            return 0;
        }
        int end =
                Math.min(segment + segmentWords, segment + SegmentLayout.HEAD + ((int) words[segment] + 1) * cellWords);
        long sum = 0;
        for (int at = segment + WORDS_OF_A_LINE; at < end; at += WORDS_OF_A_LINE) {
            sum += words[at];
        }
        return sum + words[end - 1]; // the last cell may span two lines
    }

    @Override
    void renumber(int[] moved) {
        if (views.areOpen()) {
            words = words.clone();
            views.leave();
        }
        int kept = 0;
        for (int number = 0; number < size; number++) {
            int segment = number * segmentWords;
            int unit = moved[high(words[segment])];
            if (unit >= 0) {
                int target = kept++ * segmentWords;
                System.arraycopy(words, segment, words, target, segmentWords);
                words[target] = join(unit, (int) words[target]);
            }
        }
        Arrays.fill(words, kept * segmentWords, size * segmentWords, 0);
        size = kept;
        lastUnit = NOT_FOUND;
        lastSegment = NOT_FOUND;
        rebuildIndex(index.length);
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        shape.forEach(words, size, consumer);
    }

    @Override
    int size() {
        return size;
    }
}
