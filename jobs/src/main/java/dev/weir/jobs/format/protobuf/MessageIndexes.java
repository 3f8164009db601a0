package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.Cursor;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The list that serializers of a schema registry put between the header and a message: which type of the schema's file it has. It is the number of
 * indexes and the index of each type among its siblings, outermost first, as numbers whose lowest bit is the sign; the first type of the file is a
 * zero alone.
 */
final class MessageIndexes {

    private MessageIndexes() {}

    /** The indexes of a type. */
    static int[] of(Descriptor type) {
        Deque<Integer> indexes = new ArrayDeque<>();
        for (Descriptor at = type; at != null; at = at.getContainingType()) {
            indexes.addFirst(at.getIndex());
        }
        return indexes.stream().mapToInt(Integer::intValue).toArray();
    }

    private static boolean isFirst(int[] indexes) {
        return indexes.length == 1 && indexes[0] == 0;
    }

    /** Reads a list, and requires that it is that of a type. */
    static void require(int[] indexes, Cursor in) throws BrokenMessage {
        int count = in.zigzagInt();
        if (count == 0) {
            BrokenMessage.unless(isFirst(indexes));
            return;
        }
        BrokenMessage.unless(count == indexes.length);
        for (int index : indexes) {
            BrokenMessage.unless(in.zigzagInt() == index);
        }
    }

    /** Writes the list of a type. */
    static byte[] bytes(int[] indexes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (isFirst(indexes)) {
            out.write(0);
            return out.toByteArray();
        }
        put(indexes.length, out);
        for (int index : indexes) {
            put(index, out);
        }
        return out.toByteArray();
    }

    private static void put(int number, ByteArrayOutputStream out) {
        int left = number << 1;
        while (left >= 0x80) {
            out.write((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        out.write(left);
    }
}
