package dev.weir.jobs.format.binary;

/**
 * Reads one message from left to right and never beyond its end. Every length and number of elements that a message claims is compared
 * with the bytes that are left, before anything is done by it. For use by one thread.
 */
public final class Cursor {

    /** The levels of records, arrays and maps in each other that a message may have. They are on the stack of the thread. */
    private static final int MOST_LEVELS = 256;

    private static final int VARINT_BITS = 70;

    private byte[] bytes = {};
    private int at;
    private int end;
    private int level;

    /**
     * Starts to read a message.
     *
     * @param message the message
     * @param from the index of the first byte to read, at most the length of the message
     */
    public void open(byte[] message, int from) {
        open(message, from, message.length);
    }

    /**
     * Starts to read a part of an array.
     *
     * @param array holds the message
     * @param from the index of the first byte to read
     * @param to the index after the last byte
     */
    public void open(byte[] array, int from, int to) {
        bytes = array;
        at = from;
        end = to;
        level = 0;
    }

    /** The array that holds the message. */
    public byte[] bytes() {
        return bytes;
    }

    /** The index of the next byte. */
    public int at() {
        return at;
    }

    /** The number of bytes that are left. */
    public int left() {
        return end - at;
    }

    /**
     * Returns to a byte that has been read before, to read it again.
     *
     * @param index its index
     */
    public void back(int index) {
        at = index;
    }

    /**
     * Skips bytes.
     *
     * @param count how many
     * @throws BrokenMessage if fewer are left
     */
    public void skip(long count) throws BrokenMessage {
        BrokenMessage.unless(count >= 0 && count <= left());
        at += (int) count;
    }

    /**
     * Goes one level down, into a record, an array or a map.
     *
     * @throws BrokenMessage if there are too many levels
     */
    public void enter() throws BrokenMessage {
        level++;
        BrokenMessage.unless(level <= MOST_LEVELS);
    }

    /** Goes one level up. */
    public void leave() {
        level--;
    }

    /**
     * Ends the message earlier, behind an inner one.
     *
     * @param length the length of the inner message, at most the bytes that are left
     * @return the end of the outer message, for {@link #widen}
     */
    public int narrow(int length) {
        int outer = end;
        end = at + length;
        return outer;
    }

    /**
     * Ends an inner message.
     *
     * @param outer the end of the outer message
     */
    public void widen(int outer) {
        end = outer;
    }

    /**
     * Reads one byte.
     *
     * @return 0 to 255
     */
    public int next() throws BrokenMessage {
        BrokenMessage.unless(at < end);
        return bytes[at++] & 0xFF;
    }

    /** Reads a number of variable length with 64 bits, the low ones first. A tenth byte holds the highest bit, or is not there. */
    public long varint() throws BrokenMessage {
        return at < end && bytes[at] >= 0 ? bytes[at++] : longVarint();
    }

    /** Reads a number of several bytes, or none. Most numbers of a message are tags and lengths of one byte. */
    private long longVarint() throws BrokenMessage {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS; shift += 7) {
            int one = next();
            BrokenMessage.unless(shift < 63 || one == 1);
            value |= (long) (one & 0x7F) << shift;
            if (one < 0x80) {
                return value;
            }
        }
        BrokenMessage.unless(false);
        return value;
    }

    /** Reads a number of variable length whose lowest bit is its sign. */
    public long zigzag() throws BrokenMessage {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads such a number of 32 bits. */
    public int zigzagInt() throws BrokenMessage {
        long value = zigzag();
        BrokenMessage.unless(value == (int) value);
        return (int) value;
    }

    /** Reads the length of something that follows, which is at most what is left. */
    public int length() throws BrokenMessage {
        return room(zigzag());
    }

    /**
     * Checks a length.
     *
     * @param claimed the length of something that follows
     * @return the length
     * @throws BrokenMessage if it is negative, or fewer bytes are left
     */
    public int room(long claimed) throws BrokenMessage {
        BrokenMessage.unless(claimed >= 0 && claimed <= left());
        return (int) claimed;
    }

    /** Reads a number of 32 bits, the low byte first. */
    public int littleInt() throws BrokenMessage {
        return (int) little(Integer.BYTES);
    }

    /** Reads a number of 64 bits, the low byte first. */
    public long littleLong() throws BrokenMessage {
        return little(Long.BYTES);
    }

    private long little(int size) throws BrokenMessage {
        BrokenMessage.unless(left() >= size);
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | (bytes[at + i] & 0xFF);
        }
        at += size;
        return value;
    }
}
