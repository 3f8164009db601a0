package dev.weir.operators.api;

import dev.weir.operators.keys.text.WellFormedText;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Encodes the texts of unit ids and keys in typed records. */
final class Utf8Text {

    /** The largest number of bytes of a unit's id or a key. */
    static final int LONGEST = 256;

    private static final byte[] NO_BYTES = {};

    private Utf8Text() {}

    /** Returns the bytes of a text, or an empty array if the text is null or cannot be encoded in UTF-8. */
    static byte[] encode(@Nullable String text) {
        return text == null || !WellFormedText.isWellFormed(text) ? NO_BYTES : text.getBytes(StandardCharsets.UTF_8);
    }
}
