package dev.weir.operators.admit;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.text.KeyText;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Query;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a record's key, for each query whose keys nobody declared. Whoever sends records chooses these texts, so bytes that are no text of
 * a key reject the record. The verdict depends on the bytes alone.
 */
final class KeyTexts {

    private static final byte[] NONE = {};

    private final byte[][] texts;

    KeyTexts(List<Query> queries) {
        texts = queries.stream()
                .map(query -> query.keys().discovered().isPresent() ? new byte[PackedText.MOST_BYTES] : NONE)
                .toArray(byte[][]::new);
    }

    /** Whether nobody declared the keys of a query. */
    boolean areOf(int query) {
        return texts[query].length > 0;
    }

    /** Keeps the text of a record's key and returns null, or returns why the bytes are no text of a key. */
    @Nullable Rejection keep(int query, byte[] bytes, int from, int to) {
        KeyText.Fault fault = KeyText.fault(bytes, from, to, PackedText.MOST_BYTES);
        if (fault == null) {
            System.arraycopy(bytes, from, texts[query], 0, to - from);
            return null;
        }
        return switch (fault) {
            case EMPTY -> Rejection.NO_KEY;
            case TOO_LONG -> Rejection.TOO_LARGE;
            case MALFORMED -> Rejection.MALFORMED;
        };
    }

    /** The words of a contribution: those of the record, and the text behind them. */
    long[] behind(long[] words, int query, int length) {
        long[] withText = Arrays.copyOf(words, words.length + PackedText.words(length));
        PackedText.pack(texts[query], length, withText, words.length);
        return withText;
    }
}
