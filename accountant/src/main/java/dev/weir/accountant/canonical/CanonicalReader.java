package dev.weir.accountant.canonical;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the bytes that {@link CanonicalWriter} writes, and no others: every text that is read has the same bytes when
 * written again. Lengths are checked before memory is allocated. Bytes that do not fit throw {@link Malformed}.
 */
public final class CanonicalReader {

    private static final char REPLACEMENT = '\uFFFD';

    private final ByteBuffer bytes;

    /**
     * Reads an array from its first byte on.
     *
     * @param bytes the array; nobody may change it meanwhile
     */
    public CanonicalReader(byte[] bytes) {
        this(bytes, 0);
    }

    /**
     * Reads an array from some byte on.
     *
     * @param bytes the array; nobody may change it meanwhile
     * @param from where to begin, from 0 to the array's length
     */
    public CanonicalReader(byte[] bytes, int from) {
        this.bytes = ByteBuffer.wrap(bytes, from, bytes.length - from);
    }

    /**
     * Reads a number that stands for a form or a choice.
     *
     * @throws Malformed if nothing is left
     */
    public byte code() {
        require(Byte.BYTES);
        return bytes.get();
    }

    /**
     * Reads a number that must be this one.
     *
     * @param code the number
     * @throws Malformed if it is another, or nothing is left
     */
    public void expect(byte code) {
        check(code() == code);
    }

    /**
     * Reads how many there are of something.
     *
     * @return at least 0
     * @throws Malformed if the number is negative, or fewer than four bytes are left
     */
    public int count() {
        require(Integer.BYTES);
        int count = bytes.getInt();
        check(count >= 0);
        return count;
    }

    /**
     * Reads how many things follow.
     *
     * @param least how many bytes each of them has at least
     * @throws Malformed if so many have no room in what is left
     */
    public int count(int least) {
        int count = count();
        check((long) count * least <= bytes.remaining());
        return count;
    }

    /**
     * Reads a whole number.
     *
     * @throws Malformed if fewer than eight bytes are left
     */
    public long number() {
        require(Long.BYTES);
        return bytes.getLong();
    }

    /**
     * Reads bytes behind their length.
     *
     * @throws Malformed if fewer are left than the length says
     */
    public byte[] block() {
        return raw(count());
    }

    /**
     * Reads bytes whose number the form fixes.
     *
     * @param length how many, at least 0
     * @throws Malformed if fewer are left
     */
    public byte[] raw(int length) {
        require(length);
        byte[] block = new byte[length];
        bytes.get(block);
        return block;
    }

    /**
     * Passes over bytes behind their length.
     *
     * @throws Malformed if fewer are left than the length says
     */
    public void skipBlock() {
        int length = count(Byte.BYTES);
        bytes.position(bytes.position() + length);
    }

    /**
     * Reads a text. What is not UTF-8 decodes to a text with {@link #REPLACEMENT}; a text that has it is decoded once more, strictly.
     *
     * @throws Malformed if the bytes are not UTF-8
     */
    public String text() {
        byte[] block = block();
        String text = new String(block, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictText(block);
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

    /** Whether bytes are left. */
    public boolean hasMore() {
        return bytes.hasRemaining();
    }

    /**
     * Says that nothing may follow.
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
     * @param wellFormed whether they are
     * @throws Malformed if they are not
     */
    public static void check(boolean wellFormed) {
        if (!wellFormed) {
            throw new Malformed();
        }
    }

    /**
     * The bytes are not in the canonical form. The message has no details, because the content of the bytes must not
     * reach a log.
     */
    public static final class Malformed extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        /** An exception without a cause. */
        public Malformed() {
            super("bytes must be in the canonical form");
        }
    }
}
