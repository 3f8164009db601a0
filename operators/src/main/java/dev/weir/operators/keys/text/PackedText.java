package dev.weir.operators.keys.text;

/** Packs the bytes of a text into words of 64 bits, eight to a word, the first byte highest. The rest of the last word is 0. */
public final class PackedText {

    /** The most bytes of a text. */
    public static final int MOST_BYTES = KeyText.MOST_BYTES;

    private PackedText() {}

    /**
     * The number of words of a text.
     *
     * @param length the number of bytes
     */
    public static int words(int length) {
        return (length + Long.BYTES - 1) / Long.BYTES;
    }

    /**
     * Packs a text.
     *
     * @param bytes the array that begins with the text
     * @param length the number of bytes of the text
     * @param words receives the {@link #words}
     * @param at the index of the first word
     */
    public static void pack(byte[] bytes, int length, long[] words, int at) {
        for (int word = 0; word < words(length); word++) {
            long packed = 0;
            for (int i = word * Long.BYTES; i < (word + 1) * Long.BYTES; i++) {
                packed = (packed << Byte.SIZE) | (i < length ? bytes[i] & 0xFFL : 0);
            }
            words[at + word] = packed;
        }
    }

    /**
     * Unpacks a text.
     *
     * @param words the array with the words
     * @param at the index of the first word
     * @param bytes receives the text, from index 0 on
     * @param length the number of bytes
     */
    public static void unpack(long[] words, int at, byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (words[at + i / Long.BYTES] >>> (Long.SIZE - Byte.SIZE * (1 + i % Long.BYTES)));
        }
    }
}
