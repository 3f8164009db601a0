package dev.weir.operators.release;

import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/**
 * What running totals keep of the keys of one series that nobody declared, by the numbers of the keys: the words of the key's series, how many
 * marks it has ({@link SeriesAnnouncement}), and whether it has been announced.
 *
 * <p>Memory: for each key with a series its words, and for each key 12 bytes and a bit. Words lie in pages of rows, so that growing copies no
 * words.
 */
final class DiscoveredRows {

    private static final int PAGE_ROWS = 1024;
    private static final int FEWEST = 16;

    private final int words;
    private long[][] pages = {};

    /** The row of each key, plus 1; 0 for a key without a series. */
    private int[] rows = new int[FEWEST];

    private long[] marks = new long[FEWEST];
    private BitSet announced = new BitSet();

    /** The announced keys in the order in which they were last asked for. It is not part of the state. */
    private int[] inOrder = {};

    private int rowCount;
    private int keys;

    /**
     * Creates an object without keys.
     *
     * @param words the number of words of a series
     */
    DiscoveredRows(int words) {
        this.words = words;
    }

    /** The number of keys that have a series or marks. */
    int size() {
        return keys;
    }

    boolean hasSeries(int key) {
        return key < keys && rows[key] > 0;
    }

    /** Begins the series of a key, with all words 0. */
    void begin(int key) {
        include(key);
        if (rowCount == pages.length * PAGE_ROWS) {
            pages = Arrays.copyOf(pages, pages.length + 1);
            pages[pages.length - 1] = new long[PAGE_ROWS * words];
        }
        rows[key] = ++rowCount;
    }

    private void include(int key) {
        if (key >= rows.length) {
            int larger = Math.max(key + 1, rows.length + rows.length / 2);
            rows = Arrays.copyOf(rows, larger);
            marks = Arrays.copyOf(marks, larger);
        }
        keys = Math.max(keys, key + 1);
    }

    /** The array that holds the words of a key's series, from {@link #at} on. */
    long[] page(int key) {
        return pages[(rows[key] - 1) / PAGE_ROWS];
    }

    /** The index of the first word of a key's series in its {@link #page}. */
    int at(int key) {
        return (rows[key] - 1) % PAGE_ROWS * words;
    }

    void mark(int key, long more) {
        include(key);
        marks[key] = Math.addExact(marks[key], more);
    }

    /** How many marks a key has. */
    long marks(int key) {
        return key < keys ? marks[key] : 0;
    }

    boolean isAnnounced(int key) {
        return announced.get(key);
    }

    void announce(int key) {
        announced.set(key);
    }

    /** The keys that have been announced, by their numbers. */
    int[] announced() {
        return announced.stream().toArray();
    }

    /**
     * The keys that have been announced, in an order of keys that is always the same. They are sorted only when there are more than before,
     * because announced keys stay announced.
     *
     * @param order compares two keys by their numbers
     */
    int[] announcedBy(Comparator<Integer> order) {
        if (announced.cardinality() != inOrder.length) {
            inOrder = announced.stream()
                    .boxed()
                    .sorted(order)
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        return inOrder;
    }

    /** Drops the series of all keys that have not been announced. */
    void keepAnnounced() {
        DiscoveredRows kept = new DiscoveredRows(words);
        announced.stream().forEach(key -> {
            kept.begin(key);
            System.arraycopy(page(key), at(key), kept.page(key), kept.at(key), words);
        });
        pages = kept.pages;
        rowCount = kept.rowCount;
        rows = Arrays.copyOf(kept.rows, Math.max(kept.rows.length, keys));
        marks = new long[rows.length];
    }

    /** Returns a view that refers to arrays which do not change before {@link #copyArrays} is called. */
    StatePart.View view() {
        DiscoveredRows viewed = new DiscoveredRows(words);
        viewed.pages = pages;
        viewed.rows = rows;
        viewed.marks = marks;
        viewed.announced = announced;
        viewed.rowCount = rowCount;
        viewed.keys = keys;
        return viewed::write;
    }

    /** Replaces every array that views refer to by a copy. */
    void copyArrays() {
        pages = pages.clone();
        Arrays.setAll(pages, i -> pages[i].clone());
        rows = rows.clone();
        marks = marks.clone();
        announced = (BitSet) announced.clone();
    }

    private void write(DataOutput out) throws IOException {
        out.writeInt(keys);
        DataFields.writeLongs(announced.toLongArray(), out);
        for (int key = 0; key < keys; key++) {
            out.writeLong(marks[key]);
            out.writeBoolean(rows[key] > 0);
            if (rows[key] > 0) {
                DataFields.writeWords(page(key), at(key), words, out);
            }
        }
    }

    /** Reads what a view has written, into an object without keys. */
    void read(DataInput in) throws IOException {
        int count = in.readInt();
        announced = BitSet.valueOf(DataFields.readLongs(in));
        for (int key = 0; key < count; key++) {
            mark(key, in.readLong());
            if (in.readBoolean()) {
                begin(key);
                DataFields.readWords(in, page(key), at(key), words);
            }
        }
    }
}
