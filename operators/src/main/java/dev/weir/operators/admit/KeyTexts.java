package dev.weir.operators.admit;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeyName;
import dev.weir.operators.keys.KeyValues;
import dev.weir.operators.keys.text.KeyText;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Query;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record's key, for each query whose keys nobody declared. Whoever sends records chooses these texts, so bytes that are no text of
 * a key reject the record. The verdict depends on the bytes alone. A key of several attributes has the text of its {@link KeyName}, and each
 * value must be a text of a key by itself.
 */
final class KeyTexts {

    private static final byte[] NONE = {};

    private final byte[][] texts;
    private final int[] lengths;
    private final int[] attributes;

    KeyTexts(List<Query> queries) {
        texts = queries.stream()
                .map(query -> query.keys().discovered().map(KeyTexts::space).orElse(NONE))
                .toArray(byte[][]::new);
        attributes = queries.stream()
                .mapToInt(query -> Math.max(1, query.keys().attributes().size()))
                .toArray();
        lengths = new int[texts.length];
    }

    private static byte[] space(DiscoveredKeys keys) {
        return new byte[keys.mostBytes()];
    }

    /** Whether nobody declared the keys of a query. */
    boolean areOf(int query) {
        return texts[query].length > 0;
    }

    /** Whether a record has all attributes of the key of a query. */
    boolean isWhole(int query, KeyValues values) {
        return IntStream.range(0, attributes[query]).allMatch(values::has);
    }

    /** Keeps the text of a record's key and returns null, or returns why the bytes are no text of a key. */
    @Nullable Rejection keep(int query, byte[] bytes, int from, int to) {
        Rejection fault = fault(bytes, from, to);
        if (fault == null) {
            store(query, bytes, from, to - from);
        }
        return fault;
    }

    /**
     * Keeps the text of a key of attributes, all of which the record has, or returns why a value is no text of a key. Percent-encoded values are
     * ASCII, and joined they are different for different keys.
     */
    @Nullable Rejection keep(int query, KeyValues values) {
        String[] read = new String[attributes[query]];
        for (int i = 0; i < read.length; i++) {
            Rejection fault = fault(values.bytes(i), values.from(i), values.to(i));
            if (fault != null) {
                return fault;
            }
            read[i] =
                    new String(values.bytes(i), values.from(i), values.to(i) - values.from(i), StandardCharsets.UTF_8);
        }
        String text =
                read.length == 1 ? read[0] : KeyName.ofValues(List.of(read)).text();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        store(query, bytes, 0, bytes.length);
        return null;
    }

    private void store(int query, byte[] bytes, int from, int length) {
        System.arraycopy(bytes, from, texts[query], 0, length);
        lengths[query] = length;
    }

    private static @Nullable Rejection fault(byte[] bytes, int from, int to) {
        KeyText.Fault fault = KeyText.fault(bytes, from, to, PackedText.MOST_BYTES);
        if (fault == null) {
            return null;
        }
        return switch (fault) {
            case EMPTY -> Rejection.NO_KEY;
            case TOO_LONG -> Rejection.TOO_LARGE;
            case MALFORMED -> Rejection.MALFORMED;
        };
    }

    /** The number of bytes of the text that was kept. */
    int length(int query) {
        return lengths[query];
    }

    /** The words of a contribution: those of the record, and the text behind them. */
    long[] behind(long[] words, int query) {
        int length = lengths[query];
        long[] withText = Arrays.copyOf(words, words.length + PackedText.words(length));
        PackedText.pack(texts[query], length, withText, words.length);
        return withText;
    }
}
