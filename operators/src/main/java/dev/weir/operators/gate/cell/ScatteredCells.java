package dev.weir.operators.gate.cell;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The cells of a query that lets a unit contribute to many keys. The cells lie one after the other in the order in
 * which they were opened, and an open-addressing index leads from (unit, key) to the cell. If the query needs it, a
 * second kind of entry counts a unit's keys in the window. The hash of the index is secret ({@link IndexHash}), because
 * otherwise somebody could choose for each unit a key whose cell collides with other cells. The order of the cells does
 * not depend on the index, so a snapshot is written from the first cell to the last, without searching or sorting.
 *
 * <p>A bucket of the index holds the cell's number and, in the bits that the number leaves free, a part of the cell's
 * hash. So a look-up hardly ever reads other cells.
 *
 * <p>Memory for each entry: 16 bytes and 8 for each kept long, in an array that grows by half. In addition, the index
 * takes 4 bytes for each bucket, at a load of at most 2/3, and while it grows of at least 1/3.
 */
final class ScatteredCells extends WindowCells {

    /** The key in the id of the entry that counts a unit's keys. */
    private static final int ALL_KEYS = -1;

    private static final int NOT_FOUND = -1;
    private static final int FREE = 0;

    /** The smallest number of buckets. It is small because a window that is far ahead may stay almost empty. */
    private static final int FEWEST_BUCKETS = 4;

    private static final int FEWEST_ENTRIES = 2;

    /**
     * The offset of the id in an entry. The words of an entry are adjacent, so that reading an entry takes few cache
     * lines.
     */
    private static final int ID = 0;

    private static final int RECORDS = 1;
    private static final int FIRST_KEPT = 2;

    private final IndexHash hash;
    private final boolean countsKeys;
    private final int stride;
    private int[] index;
    private long[] words;
    private int size;

    /**
     * Creates the cells of a window, without any cell yet.
     *
     * @param expected how many entries the window will probably have
     */
    ScatteredCells(CellShape shape, long end, int expected) {
        super(shape.query(), end);
        this.hash = shape.hash();
        this.countsKeys = shape.countsKeys();
        this.stride = FIRST_KEPT + shape.kept();
        this.index = new int[buckets(expected)];
        this.words = new long[Math.multiplyExact(Math.max(FEWEST_ENTRIES, expected + expected / 8), stride)];
    }

    private ScatteredCells(ScatteredCells other) {
        super(other.query(), other.end());
        hash = other.hash;
        countsKeys = other.countsKeys;
        stride = other.stride;
        index = new int[0];
        words = other.words;
        size = other.size;
    }

    /** The smallest number of buckets, a power of two, of which {@code entries} entries take at most 2/3. */
    private static int buckets(int entries) {
        return Math.max(FEWEST_BUCKETS, Integer.highestOneBit(entries + entries / 2 + 1) << 1);
    }

    /**
     * Returns a view of the whole array. It can be written as it is, because the order of entries does not depend on
     * the index.
     */
    @Override
    CellView view(AtomicBoolean closed) {
        return new ScatteredCells(this);
    }

    @Override
    void copyArrays() {
        words = words.clone();
    }

    @Override
    public void save(int unit) {}

    @Override
    void leaveViews() {}

    @Override
    public int find(int unit, int key) {
        int hashed = hash.cell(unit, key);
        int mask = index.length - 1;
        for (int bucket = hashed & mask; index[bucket] != FREE; bucket = bucket + 1 & mask) {
            int entry = entry(index[bucket], mask);
            if (isLike(index[bucket], hashed, mask) && words[entry + ID] == id(unit, key)) {
                return entry;
            }
        }
        return NOT_FOUND;
    }

    /** Whether the bits of a bucket that hold a part of a hash equal those of {@code hashed}. */
    private static boolean isLike(int bucket, int hashed, int mask) {
        return ((bucket ^ hashed) & ~mask) == 0;
    }

    /** The index of the entry that a bucket refers to. */
    private int entry(int bucket, int mask) {
        return ((bucket & mask) - 1) * stride;
    }

    private static long id(int unit, int key) {
        return ((long) unit << Integer.SIZE) | Integer.toUnsignedLong(key);
    }

    private static int unit(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    private static int key(long id) {
        return (int) id;
    }

    @Override
    public int keys(int unit) {
        int entry = find(unit, ALL_KEYS);
        return entry < 0 ? 0 : records(entry);
    }

    @Override
    public int records(int entry) {
        return (int) words[entry + RECORDS];
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = words[entry + FIRST_KEPT + i];
        }
    }

    @Override
    public int open(int unit, int key) {
        if (countsKeys) {
            countKey(unit);
        }
        return add(unit, key);
    }

    private void countKey(int unit) {
        int known = find(unit, ALL_KEYS);
        int entry = known >= 0 ? known : add(unit, ALL_KEYS); // add may replace the array
        words[entry + RECORDS]++;
    }

    private int add(int unit, int key) {
        int entry = size * stride;
        if (entry + stride > words.length) {
            words = Arrays.copyOf(words, Math.multiplyExact(size + size / 2 + 1, stride));
        }
        words[entry + ID] = id(unit, key);
        size++;
        if (3L * size > 2L * index.length) {
            rebuildIndex(2 * index.length);
        } else {
            addToIndex(size);
        }
        return entry;
    }

    private void rebuildIndex(int buckets) {
        index = new int[buckets];
        for (int number = 1; number <= size; number++) {
            addToIndex(number);
        }
    }

    /**
     * Adds an entry to the index.
     *
     * @param number the number of the entry, from 1 on
     */
    private void addToIndex(int number) {
        long id = words[(number - 1) * stride + ID];
        int hashed = hash.cell(unit(id), key(id));
        int mask = index.length - 1;
        int bucket = hashed & mask;
        while (index[bucket] != FREE) {
            bucket = bucket + 1 & mask;
        }
        index[bucket] = (hashed & ~mask) | number;
    }

    @Override
    public void set(int entry, int records, long[] kept) {
        words[entry + RECORDS] = records;
        for (int i = 0; i < kept.length; i++) {
            words[entry + FIRST_KEPT + i] = kept[i];
        }
    }

    @Override
    long prefetch(int[] units, int[] keys, int from, int to) {
        int mask = index.length - 1;
        long sum = 0;
        for (int i = from; i < to; i++) {
            units[i] = hash.cell(units[i], keys[i]);
            sum += index[units[i] & mask];
        }
        for (int i = from; i < to; i++) {
            sum += readProbable(units[i], mask);
        }
        return sum;
    }

    /** Reads the first cell whose bucket is like a hash. */
    private long readProbable(int hashed, int mask) {
        int bucket = hashed & mask;
        while (index[bucket] != FREE && !isLike(index[bucket], hashed, mask)) {
            bucket = bucket + 1 & mask;
        }
        if (index[bucket] == FREE) {
            return 0;
        }
        int entry = entry(index[bucket], mask);
        return words[entry] + words[entry + stride - 1]; // an entry may span two cache lines
    }

    @Override
    void renumber(int[] moved) {
        long[] old = words;
        int before = size;
        size = 0;
        words = new long[old.length];
        for (int entry = 0; entry < before * stride; entry += stride) {
            int unit = moved[unit(old[entry + ID])];
            if (unit >= 0) {
                System.arraycopy(old, entry, words, size * stride, stride);
                words[size++ * stride + ID] = id(unit, key(old[entry + ID]));
            }
        }
        words = Arrays.copyOf(words, Math.max(FEWEST_ENTRIES, size + size / 2) * stride);
        rebuildIndex(buckets(size));
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        for (int entry = 0; entry < size * stride; entry += stride) {
            long id = words[entry + ID];
            if (key(id) != ALL_KEYS) {
                consumer.accept(unit(id), key(id), entry);
            }
        }
    }

    @Override
    int size() {
        return size;
    }
}
