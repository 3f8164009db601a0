package dev.weir.jobs.format.binary;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The header that serializers of a schema registry put before a message: a zero byte, and the number of the schema in four bytes, the high
 * one first.
 *
 * @param id the number that messages must have; null if messages have no header
 */
public record RegistryHeader(@Nullable Integer id) implements Serializable {

    /** No header. */
    public static final RegistryHeader NONE = new RegistryHeader(null);

    private static final int SIZE = 1 + Integer.BYTES;

    /**
     * Returns where a field is found, which is elsewhere in messages with a header: what is read without it as a message would be other ids
     * under the same name. The number is not part of this, so that producers may move to another one.
     *
     * @param place where the field is found behind the header; empty if a record does not have it
     */
    public String place(String place) {
        return id == null || place.isEmpty() ? place : place + " behind a header";
    }

    /**
     * Returns where a message goes on after its header.
     *
     * @param message the message
     * @return an index; -1 if there is another header, or none
     */
    public int skipped(byte[] message) {
        if (id == null) {
            return 0;
        }
        return isThere(message, Integer.BYTES) && id(message, Integer.BYTES) == id ? SIZE : -1;
    }

    /**
     * Whether a message begins with a header.
     *
     * @param message the message
     * @param idBytes how many bytes the number has, 4 or 8
     */
    public static boolean isThere(byte[] message, int idBytes) {
        return message.length > idBytes && message[0] == 0;
    }

    /**
     * Returns the number in the header of a message, which has one.
     *
     * @param message the message
     * @param idBytes how many bytes the number has, 4 or 8
     */
    public static long id(byte[] message, int idBytes) {
        ByteBuffer header = ByteBuffer.wrap(message);
        return idBytes == Long.BYTES ? header.getLong(1) : header.getInt(1);
    }

    /**
     * Returns a message with its header.
     *
     * @param bytes holds what follows the header
     * @param from the index of its first byte
     * @param length its length
     */
    public byte[] before(byte[] bytes, int from, int length) {
        int size = id == null ? 0 : SIZE;
        ByteBuffer message = ByteBuffer.allocate(size + length);
        if (id != null) {
            message.put((byte) 0).putInt(id);
        }
        return message.put(bytes, from, length).array();
    }
}
