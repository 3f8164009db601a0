package dev.weir.operators.keys;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of every byte except the unreserved characters of RFC 3986, section 2.3. */
final class PercentEncoding {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Whether a character is unreserved, by its code: it is asked for each character of the key of every row. */
    private static final boolean[] UNRESERVED = new boolean[1 << 7];

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
                .chars()
                .forEach(c -> UNRESERVED[c] = true);
    }

    private PercentEncoding() {}

    /** Encodes the UTF-8 bytes of a text. */
    static String encode(String text) {
        return isUnreserved(text) ? text : encodeBytes(text);
    }

    private static boolean isUnreserved(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (!isUnreserved(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static String encodeBytes(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(b)) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    /**
     * Decodes a text that {@link #encode} has written.
     *
     * @throws IllegalArgumentException if the text is not percent-encoded; the message quotes at most one character of
     *     the text
     */
    static String decode(String encoded) {
        return isUnreserved(encoded) ? encoded : decodeBytes(encoded);
    }

    private static String decodeBytes(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int at = 0; at < encoded.length(); at++) {
            char c = encoded.charAt(at);
            if (c == '%' && at + 2 < encoded.length()) {
                bytes.write(HexFormat.fromHexDigits(encoded, at + 1, at + 3));
                at += 2;
            } else if (isUnreserved(c)) {
                bytes.write(c);
            } else {
                throw new IllegalArgumentException(
                        "a percent-encoded text must hold unreserved characters and escaped bytes alone");
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isUnreserved(int b) {
        return b >= 0 && b < UNRESERVED.length && UNRESERVED[b];
    }
}
