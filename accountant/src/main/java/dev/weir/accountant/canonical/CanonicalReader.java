package dev.weir.accountant.canonical;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the bytes that {@link CanonicalWriter} writes and refuses all others, so that every value that is read has
 * the same bytes when it is written again. Lengths are checked before memory is allocated. Bytes that are not in the
 * canonical form cause {@link Malformed}.
 */
public final class CanonicalReader {

    private static final char REPLACEMENT = '\uFFFD';

    private final ByteBuffer bytes;

    /**
     * Creates a reader of an array from its first byte on.
     *
     * @param bytes the array, which must not change while it is read
     */
    public CanonicalReader(byte[] bytes) {
        this(bytes, 0);
    }

    /**
     * Creates a reader of an array from a given position on.
     *
     * @param bytes the array, which must not change while it is read
     * @param from the index of the first byte to read, from 0 to the array's length
     */
    public CanonicalReader(byte[] bytes, int from) {
        this.bytes = ByteBuffer.wrap(bytes, from, bytes.length - from);
    }

    /**
     * Reads a code of one byte, which identifies a form or a choice.
     *
     * @throws Malformed if no byte is left
     */
    public byte code() {
        require(Byte.BYTES);
        return bytes.get();
    }

    /**
     * Reads a code of one byte, which must be {@code code}.
     *
     * @param code the expected code
     * @throws Malformed if another code is read, or no byte is left
     */
    public void expect(byte code) {
        check(code() == code);
    }

    /**
     * Reads a count, which takes four bytes.
     *
     * @return the count, at least 0
     * @throws Malformed if the number is negative, or fewer than four bytes are left
     */
    public int count() {
        require(Integer.BYTES);
        int count = bytes.getInt();
        check(count >= 0);
        return count;
    }

    /**
     * Reads how many elements follow, and checks that the bytes that are left can hold them.
     *
     * @param least the smallest length of an element in bytes
     * @throws Malformed if the number is negative, or the bytes that are left cannot hold the number and so many elements
     */
    public int count(int least) {
        int count = count();
        check((long) count * least <= bytes.remaining());
        return count;
    }

    /**
     * Reads a whole number of eight bytes.
     *
     * @throws Malformed if fewer than eight bytes are left
     */
    public long number() {
        require(Long.BYTES);
        return bytes.getLong();
    }

    /**
     * Reads a length, and then as many bytes.
     *
     * @throws Malformed if the length is negative, or fewer bytes are left than the length says
     */
    public byte[] block() {
        return raw(count());
    }

    /**
     * Reads bytes whose number the form fixes.
     *
     * @param length the number of bytes, at least 0
     * @throws Malformed if fewer bytes are left
     */
    public byte[] raw(int length) {
        require(length);
        byte[] block = new byte[length];
        bytes.get(block);
        return block;
    }

    /**
     * Reads a length, and skips as many bytes.
     *
     * @throws Malformed if the length is negative, or fewer bytes are left than the length says
     */
    public void skipBlock() {
        int length = count(Byte.BYTES);
        bytes.position(bytes.position() + length);
    }

    /**
     * Reads a text in UTF-8. Invalid bytes decode to {@link #REPLACEMENT}, so a text that has this character is decoded once more,
     * strictly.
     *
     * @throws Malformed if the bytes are not UTF-8, the length is negative, or fewer bytes are left than the length says
     */
    public String text() {
        int length = count(Byte.BYTES);
        String text = new String(bytes.array(), bytes.position(), length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            return strictText(raw(length));
        }
        bytes.position(bytes.position() + length);
        return text;
    }

    private static String strictText(byte[] block) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(block))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed();
        }
    }

    /** The number of bytes that are left. */
    public int left() {
        return bytes.remaining();
    }

    /** Whether bytes are left. */
    public boolean hasMore() {
        return bytes.hasRemaining();
    }

    /**
     * Checks that no bytes are left.
     *
     * @throws Malformed if bytes are left
     */
    public void end() {
        check(!hasMore());
    }

    private void require(int length) {
        check(length <= bytes.remaining());
    }

    /**
     * Refuses bytes that are not in the canonical form.
     *
     * @param wellFormed whether the bytes are in the canonical form
     * @throws Malformed if {@code wellFormed} is false
     */
    public static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new Malformed();
        }
    }

    /**
     * The exception for bytes that are not in the canonical form. The message has no details, because the content of
     * the bytes must not reach a log.
     */
    public static final class Malformed extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        /** Creates an exception without a cause. */
        public Malformed() {
            super("bytes must be in the canonical form");
        }
    }
}
