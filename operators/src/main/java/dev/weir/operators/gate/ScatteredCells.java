package dev.weir.operators.gate;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Cells in an open-addressing table from (unit, key) to the records counted and what the aggregates keep: for queries that
 * let a unit contribute to many keys. A second kind of entry counts a unit's keys in the window, if the query needs that. Where an entry
 * lies is secret ({@link IndexHash}): whoever knew it could choose for each unit a key that collides with the others. Cells are
 * passed on in the order of units and keys, so state does not tell where they lay.
 */
final class ScatteredCells extends WindowCells {

    /** Stands for the key in the entry that counts a unit's keys. */
    private static final int ALL_KEYS = -1;

    private static final int NOT_FOUND = -1;
    private static final long FREE = 0;

    /** So small because a window may be far ahead, and stay almost empty. */
    private static final int SMALLEST = 4;

    /** The words of an entry lie side by side, so that reading it costs one cache miss. */
    private static final int ID = 0;

    private static final int RECORDS = 1;
    private static final int FIRST_KEPT = 2;

    private final IndexHash hash;
    private final boolean countsKeys;
    private final int stride;
    private int buckets;
    private long[] words;
    private int size;

    /** @param expected how many entries the window will probably have */
    ScatteredCells(CellShape shape, long end, int expected) {
        super(shape.query(), end);
        this.hash = shape.hash();
        this.countsKeys = shape.countsKeys();
        this.stride = FIRST_KEPT + shape.kept();
        this.buckets = Math.max(SMALLEST, Integer.highestOneBit(expected + expected / 2 + 1) << 1);
        this.words = new long[Math.multiplyExact(buckets, stride)];
    }

    private ScatteredCells(ScatteredCells other) {
        super(other.query(), other.end());
        hash = other.hash;
        countsKeys = other.countsKeys;
        stride = other.stride;
        buckets = other.buckets;
        words = other.words;
        size = other.size;
    }

    /** The cells are passed on in another order than that of the array, so the view keeps it as a whole. */
    @Override
    CellView view(AtomicBoolean closed) {
        return new ScatteredCells(this);
    }

    @Override
    void copyArrays() {
        words = words.clone();
    }

    @Override
    void save(int unit) {}

    @Override
    void leaveViews() {}

    @Override
    int find(int unit, int key) {
        return at(id(unit, key));
    }

    @Override
    int keys(int unit) {
        int entry = at(id(unit, ALL_KEYS));
        return entry < 0 ? 0 : (int) words[entry + RECORDS];
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
    int open(int unit, int key) {
        if (countsKeys) {
            int count = insert(id(unit, ALL_KEYS));
            words[count + RECORDS]++;
        }
        return insert(id(unit, key));
    }

    @Override
    void set(int entry, int records, long[] kept) {
        words[entry + RECORDS] = records;
        for (int i = 0; i < kept.length; i++) {
            words[entry + FIRST_KEPT + i] = kept[i];
        }
    }

    @Override
    long prefetchIndex(int unit) {
        return words[bucket(id(unit, ALL_KEYS)) * stride];
    }

    @Override
    long prefetchCell(int unit, int key) {
        return words[bucket(id(unit, key)) * stride];
    }

    /** Never {@link #FREE}. */
    private static long id(int unit, int key) {
        return (long) unit << Integer.SIZE | (key + 2);
    }

    private static int unit(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    private static int key(long id) {
        return (int) id - 2;
    }

    private int bucket(long id) {
        return hash.cell(unit(id), (int) id) & (buckets - 1);
    }

    private int at(long id) {
        int bucket = bucket(id);
        while (words[bucket * stride + ID] != FREE) {
            if (words[bucket * stride + ID] == id) {
                return bucket * stride;
            }
            bucket = bucket + 1 & (buckets - 1);
        }
        return NOT_FOUND;
    }

    private int insert(long id) {
        int known = at(id);
        if (known >= 0) {
            return known;
        }
        if (3L * (size + 1) > 2L * buckets) {
            rebuild(2 * buckets, unit -> unit);
        }
        return place(id);
    }

    private int place(long id) {
        int bucket = bucket(id);
        while (words[bucket * stride + ID] != FREE) {
            bucket = bucket + 1 & (buckets - 1);
        }
        size++;
        words[bucket * stride + ID] = id;
        return bucket * stride;
    }

    private void rebuild(int newSlots, IntUnaryOperator newNumber) {
        long[] old = words;
        buckets = newSlots;
        words = new long[Math.multiplyExact(newSlots, stride)];
        size = 0;
        for (int entry = 0; entry < old.length; entry += stride) {
            if (old[entry] != FREE) {
                int unit = newNumber.applyAsInt(unit(old[entry]));
                if (unit >= 0) {
                    int target = place(id(unit, key(old[entry])));
                    System.arraycopy(old, entry + RECORDS, words, target + RECORDS, stride - RECORDS);
                }
            }
        }
    }

    @Override
    void renumber(int[] moved) {
        rebuild(buckets, unit -> moved[unit]);
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        for (long id : sortedCells()) {
            consumer.accept(unit(id), key(id), at(id));
        }
    }

    private long[] sortedCells() {
        return IntStream.range(0, buckets)
                .mapToLong(bucket -> words[bucket * stride + ID])
                .filter(id -> id != FREE && key(id) != ALL_KEYS)
                .sorted()
                .toArray();
    }

    @Override
    int size() {
        return size;
    }
}
