package dev.weir.operators.gate.cell;

import static dev.weir.operators.gate.cell.SegmentLayout.high;
import static dev.weir.operators.gate.cell.SegmentLayout.join;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * The cells of a query that lets a unit contribute to few keys. Each unit has a segment with room for as many cells as the unit may have.
 * A {@link SegmentIndex} leads from the unit to its segment. The cells of a segment are adjacent, so a record needs few cache
 * lines.
 *
 * <p>Memory for each unit in the window: 8 + room &middot; (8 + 8 for each kept long) bytes in the segment, where room is the largest
 * number of cells of a unit. In addition, the index takes 8 bytes for each bucket, at a load of at most 2/3, and while it grows of at least
 * 1/3.
 */
sealed class SegmentedCells extends WindowCells permits SegmentedRecords {

    /** The largest number of keys of a unit in a window for which segments are used. Larger segments would be mostly empty. */
    static final int MOST_KEYS = 8;

    private static final int NOT_FOUND = -1;

    /** How many longs a line of the processor's cache has. */
    private static final int WORDS_OF_A_LINE = 8;

    /** The number of cells in the segment of a unit whose cells have been moved out. */
    private static final int MOVED = -1;

    private static final int FEWEST_SEGMENTS = 2;

    private final SegmentIndex index;
    private final SegmentLayout shape;
    private final int cellWords;
    private final int segmentWords;
    private final int room;
    private final EntryViews views = new EntryViews();
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
        index = new SegmentIndex(shape.hash(), expected);
        this.shape = SegmentLayout.of(shape);
        room = shape.keysPerWindow();
        cellWords = this.shape.cellWords();
        segmentWords = this.shape.segmentWords();
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

    /** Returns where the segment of a unit starts, or a negative number if the unit has none. */
    private int segment(int unit) {
        return unit == lastUnit ? lastSegment : search(unit);
    }

    private int search(int unit) {
        int segment = start(index.find(unit));
        if (segment >= 0) {
            lastUnit = unit;
            lastSegment = segment;
        }
        return segment;
    }

    /** Where the segment with a number starts; negative for a negative number. */
    private int start(int number) {
        return number * segmentWords;
    }

    private int findOrInsert(int unit) {
        int known = segment(unit);
        return known >= 0 ? known : insert(unit);
    }

    @Override
    public final int find(int unit, int key) {
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
    public final int keys(int unit) {
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
    public final int open(int unit, int key) {
        int segment = findOrInsert(unit);
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

    /** Whether the cells of a unit have been moved out. */
    boolean isMoved(int unit) {
        return isMovedFrom(segment(unit));
    }

    /** Moves all cells of a unit to other cells. The unit has no cells here from then on. */
    void moveOut(int unit, WindowCells to) {
        int segment = findOrInsert(unit);
        long[] kept = new long[cellWords - SegmentLayout.FIRST_KEPT];
        int cell = segment + SegmentLayout.HEAD;
        for (int left = (int) words[segment]; left > 0; left--) {
            copyKept(cell, kept);
            to.set(to.open(unit, high(words[cell])), records(cell), kept);
            cell += cellWords;
        }
        markMoved(unit);
    }

    /** Drops all cells of a unit, which has no cells here from then on. */
    void markMoved(int unit) {
        int segment = findOrInsert(unit); // this may replace the array
        words[segment] = join(unit, MOVED);
    }

    /** Passes on the units that have cells here. */
    public final void forEachUnit(IntConsumer consumer) {
        for (int segment = 0; segment < size * segmentWords; segment += segmentWords) {
            if ((int) words[segment] > 0) {
                consumer.accept(high(words[segment]));
            }
        }
    }

    /** The index of the first word of a unit's first cell in {@link #words}, if it has any. */
    public final int first(int unit) {
        return segment(unit) + SegmentLayout.HEAD;
    }

    /** The words of all cells, those of a unit one behind the other. The array is not copied. */
    public final long[] words() {
        return words;
    }

    private int insert(int unit) {
        int segment = size * segmentWords;
        if (segment + segmentWords > words.length) {
            words = Arrays.copyOf(words, Math.multiplyExact(size + size / 2 + 1, segmentWords));
            views.leave();
        }
        words[segment] = join(unit, 0);
        index.add(unit, size++);
        return segment;
    }

    @Override
    public final void set(int entry, int records, long[] kept) {
        words[entry] = join(high(words[entry]), records);
        for (int i = 0; i < kept.length; i++) {
            words[entry + SegmentLayout.FIRST_KEPT + i] = kept[i];
        }
    }

    /** Leaves in {@code segments} where the segment of each unit starts, or a negative number if the unit has none. */
    @Override
    final long prefetch(int[] units, int[] segments, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            segments[i] = index.bucket(units[i]);
            sum += index.read(segments[i]);
        }
        for (int i = from; i < to; i++) {
            segments[i] = start(index.find(units[i], segments[i]));
            sum += segments[i] < 0 ? 0 : words[segments[i]];
        }
        for (int i = from; i < to; i++) {
            sum += segments[i] < 0 ? 0 : readCells(segments[i]);
        }
        return sum;
    }

    /** Reads the lines of the cells that the unit has, and of the one that it may open. Most segments are mostly empty. */
    private long readCells(int segment) {
        int end =
                Math.min(segment + segmentWords, segment + SegmentLayout.HEAD + ((int) words[segment] + 1) * cellWords);
        long sum = 0;
        for (int at = segment + WORDS_OF_A_LINE; at < end; at += WORDS_OF_A_LINE) {
            sum += words[at];
        }
        return sum + words[end - 1]; // the last cell may span two lines
    }

    /** Whether the cells of the unit whose segment starts at {@code segment} have been moved out. */
    boolean isMovedFrom(int segment) {
        return segment >= 0 && (int) words[segment] == MOVED;
    }

    @Override
    final void renumber(int[] moved) {
        if (views.areOpen()) {
            words = words.clone();
            views.leave();
        }
        index.clear();
        int kept = 0;
        for (int number = 0; number < size; number++) {
            int segment = number * segmentWords;
            int unit = moved[high(words[segment])];
            if (unit >= 0) {
                index.add(unit, kept);
                int target = kept++ * segmentWords;
                System.arraycopy(words, segment, words, target, segmentWords);
                words[target] = join(unit, (int) words[target]);
            }
        }
        Arrays.fill(words, kept * segmentWords, size * segmentWords, 0);
        size = kept;
        lastUnit = NOT_FOUND;
        lastSegment = NOT_FOUND;
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        shape.forEach(words, size, consumer);
    }

    @Override
    final int size() {
        return size;
    }
}
