package dev.weir.jobs.format.protobuf;

import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.Cursor;
import dev.weir.jobs.format.binary.MessageReading;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads some fields of a message, and skips all others by their wire types. A field that is read, another one of its {@code oneof}, and a key
 * of a map that is read must not be there twice: as in JSON, a record does not say two things of one name. By the rules of Protocol Buffers
 * the last one would count, but no serializer writes two.
 */
final class MessageStep implements ValueStep {

    /**
     * A field that is read, or that excludes one that is.
     *
     * @param number the number of the field in its message
     * @param wire the wire type of its values
     * @param values reads the values
     */
    record Part(int number, int wire, Values values) {}

    /** Reads the values of a field. */
    @FunctionalInterface
    interface Values {

        /**
         * Reads the next value.
         *
         * @param message the message, which stands behind the tag of the value
         * @param seen what was there before, by numbers that the reader gives to what must not be there twice
         */
        void take(MessageReading message, boolean[] seen) throws BrokenMessage;

        /** Reads a value that must be there once. */
        static Values once(int name, ValueStep value) {
            return (message, seen) -> {
                note(seen, name);
                value.take(message);
            };
        }
    }

    /**
     * The value of a field that is absent.
     *
     * @param name the number of the field in what was there
     * @param value sets the value
     */
    record Absent(int name, ValueStep value) {}

    private final Part[] parts;
    private final Absent[] absent;
    private final int names;

    /**
     * @param parts the fields that are read, and those that exclude them
     * @param absent the values of fields that are absent
     * @param names how many names there are that must not be there twice
     */
    MessageStep(List<Part> parts, List<Absent> absent, int names) {
        this.parts = parts.toArray(Part[]::new);
        this.absent = absent.toArray(Absent[]::new);
        this.names = names;
    }

    private static void note(boolean[] seen, int name) throws BrokenMessage {
        BrokenMessage.unless(!seen[name]);
        seen[name] = true;
    }

    /** Reads a message in a message, behind its length. */
    @Override
    public void take(MessageReading message) throws BrokenMessage {
        Cursor in = message.in();
        int outer = in.narrow(in.room(in.varint()));
        takeAll(message);
        in.widen(outer);
    }

    /** Reads what is left of the message. */
    void takeAll(MessageReading message) throws BrokenMessage {
        Cursor in = message.in();
        boolean[] seen = new boolean[names];
        while (in.left() > 0) {
            int tag = WireReader.tag(in);
            Part part = find(WireReader.number(tag), WireReader.wire(tag));
            if (part == null) {
                WireReader.skip(in, tag);
            } else {
                part.values.take(message, seen);
            }
        }
        for (Absent each : absent) {
            if (!seen[each.name]) {
                each.value.take(message);
            }
        }
    }

    /** Finds the part of a value; null if the value is not read. A field that is read must have the wire type of its type. */
    private @Nullable Part find(int number, int wire) throws BrokenMessage {
        boolean isOfOtherType = false;
        for (Part part : parts) {
            if (part.number == number && part.wire == wire) {
                return part;
            }
            isOfOtherType |= part.number == number;
        }
        BrokenMessage.unless(!isOfOtherType);
        return null;
    }

    /**
     * Reads the entries of a map whose keys are texts. An entry is a message with a key and a value, in any order, so that it is first searched
     * for its key.
     *
     * @param keys the keys that are read, in UTF-8
     * @param entries reads the entries of these keys
     * @param first the number of the first key among the names that must not be there twice
     */
    static Values map(byte[][] keys, List<MessageStep> entries, int first) {
        return (message, seen) -> {
            Cursor in = message.in();
            int outer = in.narrow(in.room(in.varint()));
            int from = in.at();
            int found = key(in, keys);
            if (found >= 0) {
                note(seen, first + found);
                in.back(from);
                entries.get(found).takeAll(message);
            }
            in.widen(outer);
        };
    }

    /** Skips an entry, and returns the index of its key among some keys; -1 if it is none of them. */
    private static int key(Cursor in, byte[][] keys) throws BrokenMessage {
        int found = index(keys, in.bytes(), 0, 0);
        while (in.left() > 0) {
            int tag = WireReader.tag(in);
            if (tag == WireReader.TEXT_KEY) {
                int length = in.room(in.varint());
                found = index(keys, in.bytes(), in.at(), in.at() + length);
                in.skip(length);
            } else {
                WireReader.skip(in, tag);
            }
        }
        return found;
    }

    private static int index(byte[][] keys, byte[] bytes, int from, int to) {
        for (int i = 0; i < keys.length; i++) {
            if (Arrays.equals(keys[i], 0, keys[i].length, bytes, from, to)) {
                return i;
            }
        }
        return -1;
    }
}
