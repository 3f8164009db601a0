package dev.weir.operators.keys.text;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntConsumer;

/**
 * A growing table from the texts of keys to numbers, which start at 0 and have no gaps. Texts are never removed: a table is dropped as a
 * whole. Another table may give the same text another number, so numbers follow the order of arrival and must not decide an order of rows;
 * {@link #compare} orders numbers by their texts.
 *
 * <p>Memory: the bytes of each text, 4 bytes for its end, and 8 to 16 bytes for its place; while a table grows, both the old and the new
 * arrays.
 */
public final class TextTable {

    /** The result of {@link #find} for a text without a number. */
    public static final int ABSENT = -1;

    /** The order of {@link #compare}, for texts that are in no table. */
    public static final Comparator<String> ORDER =
            Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private static final int FEWEST = 16;

    private final TextHash hash;
    private byte[] texts = new byte[FEWEST];

    /** The index after the last byte of each text. */
    private int[] ends = new int[FEWEST];

    /** The number of the text in each place, plus 1; 0 in a free place. At least half of the places are free. */
    private int[] places = new int[2 * FEWEST];

    private int size;

    /**
     * Creates an empty table.
     *
     * @param hash finds the place of a text
     */
    public TextTable(TextHash hash) {
        this.hash = hash;
    }

    /**
     * Returns a table whose texts are the present ones. Another thread may read texts by their numbers there while this table grows, because
     * texts are only appended. Nothing is added to the result, and nothing is looked up in it.
     */
    public TextTable snapshot() {
        TextTable present = new TextTable(hash);
        present.texts = texts;
        present.ends = ends;
        present.size = size;
        return present;
    }

    /** How many texts have numbers. */
    public int size() {
        return size;
    }

    /**
     * Returns the number of a text, or {@link #ABSENT}.
     *
     * @param bytes the array with the text
     * @param from the index of its first byte
     * @param to the index after its last byte
     */
    public int find(byte[] bytes, int from, int to) {
        return places[place(bytes, from, to)] - 1;
    }

    /**
     * Returns the number of a text. If it has none, it gets the next free one.
     *
     * @param bytes the array with the text
     * @param from the index of its first byte
     * @param to the index after its last byte
     * @throws ArithmeticException if the texts together would exceed 2<sup>31</sup> bytes, which stops the job
     */
    public int findOrAdd(byte[] bytes, int from, int to) {
        int place = place(bytes, from, to);
        if (places[place] > 0) {
            return places[place] - 1;
        }
        append(bytes, from, to);
        places[place] = size;
        if (size > places.length / 2) {
            growPlaces();
        }
        return size - 1;
    }

    /** The place that holds a text, or the free place where it belongs. */
    private int place(byte[] bytes, int from, int to) {
        int at = (int) hash.of(bytes, from, to) & (places.length - 1);
        while (places[at] > 0) {
            int number = places[at] - 1;
            if (Arrays.equals(texts, start(number), ends[number], bytes, from, to)) {
                return at;
            }
            at = (at + 1) & (places.length - 1);
        }
        return at;
    }

    private void append(byte[] bytes, int from, int to) {
        int start = size == 0 ? 0 : ends[size - 1];
        int end = Math.addExact(start, to - from);
        if (end > texts.length) {
            texts = Arrays.copyOf(texts, larger(texts.length, end));
        }
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, larger(ends.length, size + 1));
        }
        System.arraycopy(bytes, from, texts, start, to - from);
        ends[size++] = end;
    }

    private static int larger(int length, int least) {
        return (int) Math.min(Integer.MAX_VALUE - Long.BYTES, Math.max(least, length + length / 2L));
    }

    private void growPlaces() {
        places = new int[Math.multiplyExact(places.length, 2)];
        for (int number = 0; number < size; number++) {
            places[place(texts, start(number), ends[number])] = number + 1;
        }
    }

    private int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    /**
     * Compares the texts of two numbers byte by byte, as unsigned bytes. For UTF-8 this is the order of code points. It differs from the order
     * of {@link String#compareTo} for characters beyond U+FFFF.
     *
     * @param one a number
     * @param other a number
     */
    public int compare(int one, int other) {
        return Arrays.compareUnsigned(texts, start(one), ends[one], texts, start(other), ends[other]);
    }

    /**
     * The text of a number.
     *
     * @param number the number, from 0 to {@link #size} - 1
     */
    public String text(int number) {
        return new String(texts, start(number), ends[number] - start(number), StandardCharsets.UTF_8);
    }

    /**
     * The bytes of the text of a number.
     *
     * @param number the number, from 0 to {@link #size} - 1
     */
    public byte[] bytes(int number) {
        return Arrays.copyOfRange(texts, start(number), ends[number]);
    }

    /** Returns a view of the present texts. Texts that are added later do not change it, because texts are only appended. */
    public View view() {
        byte[] viewedTexts = texts;
        int[] viewedEnds = ends;
        int viewedSize = size;
        return out -> {
            out.writeInt(viewedSize);
            for (int number = 0; number < viewedSize; number++) {
                int start = number == 0 ? 0 : viewedEnds[number - 1];
                out.writeInt(viewedEnds[number] - start);
                out.write(viewedTexts, start, viewedEnds[number] - start);
            }
        };
    }

    /**
     * Reads texts that a view has written, and adds those that have no number yet.
     *
     * @param in the written bytes
     * @param numbers receives the number of each text now, in the order in which the texts were written
     * @throws IOException if {@code in} fails
     */
    public void read(DataInput in, IntConsumer numbers) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            byte[] text = new byte[in.readInt()];
            in.readFully(text);
            numbers.accept(findOrAdd(text, 0, text.length));
        }
    }

    /** Writes the texts that the table had when the view was taken. */
    @FunctionalInterface
    public interface View {

        /**
         * Writes the texts.
         *
         * @param out receives the bytes
         * @throws IOException if {@code out} fails
         */
        void write(DataOutput out) throws IOException;
    }
}
