package dev.weir.accountant.canonical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes fields in the canonical form: whole numbers big-endian, texts and bytes preceded by their length in four
 * bytes, so that no two lists of fields of the same kinds have the same bytes.
 */
public final class CanonicalWriter {

    private static final int INITIAL_BYTES = 256;
    private static final char LAST_ASCII = 0x7F;
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int length;

    /** Creates a writer without fields. */
    public CanonicalWriter() {
        this(INITIAL_BYTES);
    }

    /**
     * Creates a writer without fields.
     *
     * @param capacity the number of bytes that it can take before it needs another array, at least 0
     */
    public CanonicalWriter(int capacity) {
        bytes = new byte[capacity];
    }

    /**
     * Writes a code of one byte, which identifies a form or a choice.
     *
     * @param value the code
     */
    public CanonicalWriter code(byte value) {
        room(Byte.BYTES);
        bytes[length++] = value;
        return this;
    }

    /**
     * Writes a count, which takes four bytes.
     *
     * @param value the count
     */
    public CanonicalWriter count(int value) {
        room(Integer.BYTES);
        INTS.set(bytes, length, value);
        length += Integer.BYTES;
        return this;
    }

    /**
     * Writes a whole number.
     *
     * @param value the number, in eight bytes
     */
    public CanonicalWriter number(long value) {
        room(Long.BYTES);
        LONGS.set(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    /**
     * Writes bytes whose number the form fixes.
     *
     * @param value the bytes, which are copied
     */
    public CanonicalWriter raw(byte[] value) {
        return raw(value, value.length);
    }

    private CanonicalWriter raw(byte[] value, int count) {
        room(count);
        System.arraycopy(value, 0, bytes, length, count);
        length += count;
        return this;
    }

    /**
     * Writes the length of a block of bytes, and then the bytes.
     *
     * @param value the bytes, which are copied
     */
    public CanonicalWriter block(byte[] value) {
        return count(value.length).raw(value);
    }

    /**
     * Writes the length of what another writer has written, and then these bytes.
     *
     * @param value the other writer
     */
    public CanonicalWriter block(CanonicalWriter value) {
        return count(value.length).raw(value.bytes, value.length);
    }

    /**
     * Writes the length of a text in bytes, and then the text in UTF-8. A text of ASCII characters alone is copied
     * character by character; any other text is first encoded into an array of its own.
     *
     * @param value the text
     */
    public CanonicalWriter text(String value) {
        int size = value.length();
        room(Math.addExact(Integer.BYTES, size));
        int from = length + Integer.BYTES;
        for (int i = 0; i < size; i++) {
            char character = value.charAt(i);
            if (character > LAST_ASCII) {
                return block(value.getBytes(StandardCharsets.UTF_8));
            }
            bytes[from + i] = (byte) character;
        }
        INTS.set(bytes, length, size);
        length = from + size;
        return this;
    }

    /**
     * Writes a value that has fields of its own, without a length.
     *
     * @param value the value
     */
    public CanonicalWriter fields(Fields value) {
        value.writeTo(this);
        return this;
    }

    /** A value that writes its own fields. */
    @FunctionalInterface
    public interface Fields {

        /**
         * Appends the fields of the value.
         *
         * @param out the writer to which the fields are appended
         */
        void writeTo(CanonicalWriter out);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
        }
    }

    /** Returns the number of bytes that have been written. */
    public int length() {
        return length;
    }

    /** Removes all bytes that have been written. */
    public CanonicalWriter clear() {
        length = 0;
        return this;
    }

    /** Returns the array behind this writer, whose first {@link #length} bytes have been written. Nothing may be written afterwards. */
    public byte[] array() {
        return bytes;
    }

    /** Returns a copy of the bytes that have been written. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }
}
