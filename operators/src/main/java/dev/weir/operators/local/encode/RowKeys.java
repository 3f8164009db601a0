package dev.weir.operators.local.encode;

import dev.weir.accountant.noise.Randomness;
import java.nio.charset.StandardCharsets;

/** Draws the keys of rows: texts of 128 random bits in base64url, for one thread. */
final class RowKeys {

    private static final int LENGTH = 22;
    private static final int SIX = 6;
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private final Randomness randomness;
    private final byte[] text = new byte[LENGTH];

    RowKeys(Randomness randomness) {
        this.randomness = randomness;
    }

    /** Draws the next key: ten characters of each of two words, and the other four bits of each in a character of its own. */
    String next() {
        write(randomness.nextLong(), 0);
        write(randomness.nextLong(), LENGTH / 2);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private void write(long bits, int from) {
        long left = bits;
        for (int i = 0; i < LENGTH / 2; i++) {
            text[from + i] = ALPHABET[(int) left & 0x3f];
            left >>>= SIX;
        }
    }
}
