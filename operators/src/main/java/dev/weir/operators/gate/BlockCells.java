package dev.weir.operators.gate;

import static dev.weir.operators.gate.BlockShape.high;
import static dev.weir.operators.gate.BlockShape.join;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cells in blocks, one for each unit, with room for as many cells as a unit may have: for queries that let a unit
 * contribute to few keys. An open-addressing index leads from the unit to its block; its buckets are secret ({@link
 * IndexHash}), because somebody with many units can choose which of them contribute to a window. The cells of a block
 * lie side by side, so a record needs few cache lines.
 *
 * <p>Bytes for each unit in the window: 8 + room &middot; (8 + 8 for each kept long) in the block, and 8 for each
 * bucket of the index at a load between 1/3 and 2/3.
 */
final class BlockCells extends WindowCells {

    /** The most keys of a unit in a window for which blocks are used: larger blocks would be mostly empty. */
    static final int MOST_KEYS = 8;

    private static final int NOT_FOUND = -1;
    /** The key part of an index entry: the index finds units, independent of their keys. */
    private static final int NO_KEY = 0;

    private static final long FREE = 0;

    /** The smallest number of buckets. It is small because a window may be far ahead and stay almost empty. */
    private static final int FEWEST_BUCKETS = 4;

    private static final int FEWEST_BLOCKS = 2;

    private final IndexHash hash;
    private final BlockShape shape;
    private final int cellWords;
    private final int blockWords;
    private final RowViews views = new RowViews();
    private long[] index;
    private long[] words;
    private int size;

    /**
     * The cells of a window, without any cell.
     *
     * @param shape the shape of a query whose units may contribute to at most {@link #MOST_KEYS} keys in a window
     * @param expected how many units will probably contribute to the window
     */
    BlockCells(CellShape shape, long end, int expected) {
        super(shape.query(), end);
        hash = shape.hash();
        this.shape = BlockShape.of(shape);
        cellWords = this.shape.cellWords();
        blockWords = this.shape.blockWords();
        index = new long[Math.max(FEWEST_BUCKETS, Integer.highestOneBit(expected + expected / 2 + 1) << 1)];
        words = new long[Math.multiplyExact(Math.max(FEWEST_BLOCKS, expected + expected / 8), blockWords)];
    }

    @Override
    CellView view(AtomicBoolean closed) {
        return new BlockView(query(), end(), shape, views.take(words, blockWords, size, closed));
    }

    /** Does nothing, because blocks are saved one by one. */
    @Override
    void copyArrays() {}

    @Override
    void save(int unit) {
        int block = views.areOpen() ? block(unit) : NOT_FOUND;
        if (block >= 0) {
            views.save(block / blockWords);
        }
    }

    @Override
    void leaveViews() {
        views.leave();
    }

    private int bucket(int unit, int mask) {
        return hash.cell(unit, NO_KEY) & mask;
    }

    /** The index of a unit's block, or a negative number if it has none. */
    private int block(int unit) {
        int mask = index.length - 1;
        for (int bucket = bucket(unit, mask); index[bucket] != FREE; bucket = bucket + 1 & mask) {
            if (high(index[bucket]) == unit) {
                return ((int) index[bucket] - 1) * blockWords;
            }
        }
        return NOT_FOUND;
    }

    @Override
    int find(int unit, int key) {
        int block = block(unit);
        if (block >= 0) {
            int first = block + BlockShape.HEAD;
            int end = first + (int) words[block] * cellWords;
            for (int cell = first; cell < end; cell += cellWords) {
                if (high(words[cell]) == key) {
                    return cell;
                }
            }
        }
        return NOT_FOUND;
    }

    @Override
    int keys(int unit) {
        int block = block(unit);
        return block < 0 ? 0 : (int) words[block];
    }

    @Override
    public int records(int entry) {
        return BlockShape.records(words, entry);
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        BlockShape.copyKept(words, entry, kept);
    }

    @Override
    int open(int unit, int key) {
        int known = block(unit);
        int block = known >= 0 ? known : insert(unit);
        int cell = block + BlockShape.HEAD + (int) words[block] * cellWords;
        words[block]++;
        words[cell] = join(key, 0);
        return cell;
    }

    private int insert(int unit) {
        if (3L * (size + 1) > 2L * index.length) {
            rebuildIndex(2 * index.length);
        }
        int block = size * blockWords;
        if (block + blockWords > words.length) {
            words = Arrays.copyOf(words, Math.multiplyExact(size + size / 2 + 1, blockWords));
            views.leave();
        }
        words[block] = join(unit, 0);
        addToIndex(size++);
        return block;
    }

    private void rebuildIndex(int buckets) {
        index = new long[buckets];
        for (int number = 0; number < size; number++) {
            addToIndex(number);
        }
    }

    private void addToIndex(int number) {
        int mask = index.length - 1;
        int unit = high(words[number * blockWords]);
        int bucket = bucket(unit, mask);
        while (index[bucket] != FREE) {
            bucket = bucket + 1 & mask;
        }
        index[bucket] = join(unit, number + 1);
    }

    @Override
    void set(int entry, int records, long[] kept) {
        words[entry] = join(high(words[entry]), records);
        for (int i = 0; i < kept.length; i++) {
            words[entry + BlockShape.FIRST_KEPT + i] = kept[i];
        }
    }

    @Override
    long prefetchIndex(int unit, int key) {
        return index[bucket(unit, index.length - 1)];
    }

    @Override
    long prefetchCell(int unit, int key) {
        int block = block(unit);
        return block < 0 ? 0 : words[block] + words[block + blockWords - 1];
    }

    @Override
    void renumber(int[] moved) {
        if (views.areOpen()) {
            words = words.clone();
            views.leave();
        }
        int kept = 0;
        for (int number = 0; number < size; number++) {
            int block = number * blockWords;
            int unit = moved[high(words[block])];
            if (unit >= 0) {
                int target = kept++ * blockWords;
                System.arraycopy(words, block, words, target, blockWords);
                words[target] = join(unit, (int) words[target]);
            }
        }
        Arrays.fill(words, kept * blockWords, size * blockWords, 0);
        size = kept;
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
