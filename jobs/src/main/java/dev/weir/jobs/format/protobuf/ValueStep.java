package dev.weir.jobs.format.protobuf;

import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;

/** Reads the value of one field of a message. */
@FunctionalInterface
interface ValueStep {

    /**
     * Reads the next value.
     *
     * @param message the message, which stands behind the tag of the value
     * @throws BrokenMessage if the bytes are not such a value
     */
    void take(MessageReading message) throws BrokenMessage;
}
