package dev.weir.operators.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes and reads arrays, sections and texts as fields of tables and serializers. Fields follow one another; integers
 * are big-endian, and a field of variable length is preceded by its length in four bytes.
 */
public final class DataFields {

    private DataFields() {}

    /**
     * Writes the length of an array and its longs.
     *
     * @param values the array
     * @param out receives the number of longs and the longs
     */
    public static void writeLongs(long[] values, DataOutput out) throws IOException {
        out.writeInt(values.length);
        writeWords(values, 0, values.length, out);
    }

    /**
     * Reads an array that {@link #writeLongs} has written.
     *
     * @param in the input
     */
    public static long[] readLongs(DataInput in) throws IOException {
        long[] values = new long[in.readInt()];
        readWords(in, values, 0, values.length);
        return values;
    }

    /**
     * Writes longs without their number, which the reader must know.
     *
     * @param words the array with the longs
     * @param from the index of the first long
     * @param count the number of longs
     * @param out receives the longs
     */
    public static void writeWords(long[] words, int from, int count, DataOutput out) throws IOException {
        for (int i = from; i < from + count; i++) {
            out.writeLong(words[i]);
        }
    }

    /**
     * Reads longs that {@link #writeWords} has written.
     *
     * @param in the input
     * @param words receives the longs
     * @param from the index for the first long
     * @param count the number of longs
     */
    public static void readWords(DataInput in, long[] words, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            words[i] = in.readLong();
        }
    }

    /**
     * Writes the number of bytes, then the bytes.
     *
     * @param bytes the bytes
     * @param out receives the number of bytes and the bytes
     */
    public static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /**
     * Writes a section, preceded by its length, so that a reader can skip it. {@link #readBytes} reads it.
     *
     * @param section the buffer that contains the section
     * @param out receives the number of bytes and the bytes
     */
    public static void writeSection(DataOutputSerializer section, DataOutput out) throws IOException {
        out.writeInt(section.length());
        out.write(section.getSharedBuffer(), 0, section.length());
    }

    /**
     * Reads bytes that {@link #writeBytes} or {@link #writeSection} has written.
     *
     * @param in the input
     */
    public static byte[] readBytes(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /**
     * Writes a text in UTF-8.
     *
     * @param text the text
     * @param out receives the number of bytes and the bytes
     */
    public static void writeText(String text, DataOutput out) throws IOException {
        writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    /**
     * Reads a text that {@link #writeText} has written.
     *
     * @param in the input
     */
    public static String readText(DataInput in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }
}
