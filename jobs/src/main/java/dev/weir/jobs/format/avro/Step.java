package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;

/** Reads or skips one value of a message. Steps have no state of their own that outlasts a message. */
@FunctionalInterface
interface Step {

    /** The step over a value that takes no byte: null, a record without fields, fixed bytes of size 0. */
    Step NOTHING = message -> {};

    /**
     * Reads or skips the next value.
     *
     * @param message the message, which stands before the value
     * @throws BrokenMessage if the bytes are not such a value
     */
    void take(MessageReading message) throws BrokenMessage;
}
