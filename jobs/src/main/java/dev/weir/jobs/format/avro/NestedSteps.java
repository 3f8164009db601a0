package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.Cursor;
import dev.weir.jobs.format.binary.MessageReading;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Steps over values that are made of others. Each record, array and map is a level, of which a message has a limited number: they are on the stack. */
final class NestedSteps {

    /** The most elements of an array or map that take no byte, of which no length of the message is a bound. */
    private static final long MOST_EMPTY = 1 << 16;

    private NestedSteps() {}

    /** The fields of a record, one after the other. They are set after the record has been made, because a record may contain itself. */
    static final class RecordStep implements Step {

        private Step @Nullable [] fields;

        void set(List<Step> steps) {
            fields = steps.stream().filter(step -> step != NOTHING).toArray(Step[]::new);
        }

        /** Whether the record takes no byte. One whose fields are not set yet contains itself, and so is not known to be empty. */
        boolean isEmpty() {
            return fields != null && fields.length == 0;
        }

        @Override
        public void take(MessageReading message) throws BrokenMessage {
            message.in().enter();
            for (Step field : Objects.requireNonNull(fields)) {
                field.take(message);
            }
            message.in().leave();
        }
    }

    /**
     * The number of one of several values, and the value.
     *
     * @param branches a step for each of them
     */
    static Step union(List<Step> branches) {
        Step[] steps = branches.toArray(Step[]::new);
        return message -> {
            int branch = message.in().zigzagInt();
            BrokenMessage.unless(branch >= 0 && branch < steps.length);
            steps[branch].take(message);
        };
    }

    /**
     * Blocks of elements. A block that says how many bytes it has must have as many, so that what is a record does not depend on which
     * of its fields are read.
     *
     * @param element the step over an element; {@link Step#NOTHING} if elements take no byte
     */
    static Step skippedBlocks(Step element) {
        return message -> {
            Cursor in = message.in();
            in.enter();
            long empty = 0;
            for (long count = in.zigzag(); count != 0; count = in.zigzag()) {
                int size = count < 0 ? in.length() : in.left();
                int left = in.left() - size;
                long claimed = count < 0 ? -count : count;
                empty += element == Step.NOTHING ? requireFew(claimed) : requireRoom(claimed, size);
                BrokenMessage.unless(empty <= MOST_EMPTY);
                take(element, claimed, message);
                BrokenMessage.unless(count > 0 || in.left() == left);
            }
            in.leave();
        };
    }

    private static void take(Step element, long count, MessageReading message) throws BrokenMessage {
        for (long i = 0; element != Step.NOTHING && i < count; i++) {
            element.take(message);
        }
    }

    private static long requireFew(long count) throws BrokenMessage {
        BrokenMessage.unless(count > 0 && count <= MOST_EMPTY);
        return count;
    }

    /** Requires that each element has a byte. */
    private static long requireRoom(long count, int bytes) throws BrokenMessage {
        BrokenMessage.unless(count > 0 && count <= bytes);
        return 0;
    }

    /** The key of an entry of a map, and its value. */
    static Step skippedEntry(Step value) {
        return message -> {
            message.in().skip(message.in().length());
            value.take(message);
        };
    }

    /**
     * A map, of which some entries are read. A key that is read must not be there twice.
     *
     * @param names the keys that are read, in UTF-8
     * @param values the steps over their values
     * @param others the step over the values of all other keys
     */
    static Step map(byte[][] names, List<Step> values, Step others) {
        Step[] steps = values.toArray(Step[]::new);
        return message -> {
            Cursor in = message.in();
            in.enter();
            boolean[] seen = new boolean[names.length];
            for (long count = in.zigzag(); count != 0; count = in.zigzag()) {
                long claimed = count < 0 ? -count : count;
                int size = count < 0 ? in.length() : in.left();
                int left = in.left() - size;
                requireRoom(claimed, size);
                for (long i = 0; i < claimed; i++) {
                    int found = find(names, in);
                    BrokenMessage.unless(found < 0 || !seen[found]);
                    if (found >= 0) {
                        seen[found] = true;
                    }
                    (found < 0 ? others : steps[found]).take(message);
                }
                BrokenMessage.unless(count > 0 || in.left() == left);
            }
            in.leave();
        };
    }

    /** Skips the key of an entry, and returns its index among some names; -1 if it is none of them. */
    private static int find(byte[][] names, Cursor in) throws BrokenMessage {
        int length = in.length();
        int from = in.at();
        in.skip(length);
        for (int i = 0; i < names.length; i++) {
            if (Arrays.equals(names[i], 0, names[i].length, in.bytes(), from, from + length)) {
                return i;
            }
        }
        return -1;
    }
}
