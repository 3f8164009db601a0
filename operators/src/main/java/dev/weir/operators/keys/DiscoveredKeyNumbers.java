package dev.weir.operators.keys;

import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.keys.text.TextTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of the keys of one query in one window or series, if nobody declared the keys. A contribution carries the text of its key in
 * words behind those of the record ({@link PackedText}); the lower half of its first word is the number of bytes of the text. Two keys are
 * the same if their texts are, byte by byte; a hash only places them.
 *
 * <p>A key gets its number with the first contribution that counts. Numbers, and how many there are, must not leave the job.
 */
final class DiscoveredKeyNumbers implements KeyNumbers {

    private final String query;
    private final int behind;
    private final TextTable texts;
    private final byte[] text;
    private int[] routes = {};

    /**
     * Creates an object without keys.
     *
     * @param query the name of the query
     * @param recordWords the number of words of a record, which lie between the first word of a contribution and the text
     * @param mostBytes the most bytes of a text
     * @param hash finds texts in memory
     */
    DiscoveredKeyNumbers(String query, int recordWords, int mostBytes, TextHash hash) {
        this.query = query;
        this.text = new byte[mostBytes];
        this.behind = 1 + recordWords;
        this.texts = new TextTable(hash);
    }

    @Override
    public int find(long[] words, int at) {
        return texts.find(text, 0, unpack(words, at));
    }

    @Override
    public int findOrAdd(long[] words, int at) {
        return added(unpack(words, at));
    }

    private DiscoveredKeyNumbers(DiscoveredKeyNumbers viewed) {
        this.query = viewed.query;
        this.behind = viewed.behind;
        this.text = new byte[0];
        this.texts = viewed.texts.snapshot();
    }

    @Override
    public KeyNumbers view() {
        return new DiscoveredKeyNumbers(this);
    }

    private int unpack(long[] words, int at) {
        int length = (int) words[at];
        PackedText.unpack(words, at + behind, text, length);
        return length;
    }

    private int added(int length) {
        int number = texts.findOrAdd(text, 0, length);
        if (number >= routes.length) {
            int known = routes.length;
            routes = Arrays.copyOf(routes, Math.max(16, number + number / 2));
            Arrays.fill(routes, known, routes.length, -1);
        }
        if (routes[number] < 0) {
            routes[number] = KeyRouting.of(query, texts.text(number));
        }
        return number;
    }

    @Override
    public int size() {
        return texts.size();
    }

    @Override
    public int route(int number) {
        return routes[number];
    }

    @Override
    public byte[] text(int number) {
        return texts.bytes(number);
    }

    @Override
    public void write(Consumer<IntConsumer> used, DataOutput out) throws IOException {
        BitSet numbers = new BitSet();
        used.accept(numbers::set);
        out.writeInt(numbers.cardinality());
        for (int number = numbers.nextSetBit(0); number >= 0; number = numbers.nextSetBit(number + 1)) {
            out.writeInt(number);
            byte[] written = texts.bytes(number);
            out.writeInt(written.length);
            out.write(written);
        }
    }

    @Override
    public IntUnaryOperator read(DataInput in) throws IOException {
        int[] now = {};
        for (int left = in.readInt(); left > 0; left--) {
            int before = in.readInt();
            int length = in.readInt();
            in.readFully(text, 0, length);
            now = before < now.length ? now : Arrays.copyOf(now, before + before / 2 + 1);
            now[before] = added(length);
        }
        int[] numbers = now;
        return before -> numbers[before];
    }
}
