package dev.weir.accountant.local.client;

import java.util.Arrays;

/** Decodes base64url without padding (RFC 4648, section 5), whose left-over bits must be 0, so that bytes have one text only. */
public final class Base64Url {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final byte[] VALUES = new byte[1 << Byte.SIZE];
    private static final int DIGIT_BITS = 6;

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < ALPHABET.length(); i++) {
            VALUES[ALPHABET.charAt(i)] = (byte) i;
        }
    }

    /** What {@link #decode} returns for a text that no bytes have. It is compared by reference. */
    public static final byte[] NO_BYTES = {};

    private Base64Url() {}

    /**
     * Returns the bytes of a text; {@link #NO_BYTES} itself if the text is not that of any bytes.
     *
     * @param text the characters
     * @param from the index of the first of them
     * @param to the index behind the last of them
     */
    public static byte[] decode(byte[] text, int from, int to) {
        int length = to - from;
        byte[] bytes = new byte[(int) ((long) length * DIGIT_BITS / Byte.SIZE)];
        int buffer = 0;
        int bits = 0;
        int at = 0;
        for (int i = from; i < to; i++) {
            int digit = VALUES[text[i] & 0xff];
            if (digit < 0) {
                return NO_BYTES;
            }
            buffer = buffer << DIGIT_BITS | digit;
            bits += DIGIT_BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                bytes[at++] = (byte) (buffer >>> bits);
            }
        }
        boolean isWhole = bits < DIGIT_BITS && (buffer & (1 << bits) - 1) == 0;
        return isWhole ? bytes : NO_BYTES;
    }
}
