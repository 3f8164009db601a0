package dev.weir.operators.admit;

import dev.weir.operators.clock.PartitionClock;
import java.io.Serializable;

/**
 * Turns a slot of the input into a record or a rejection. A decoder never throws, unless its task is cancelled while it waits, and its result is a function of the slot and of the
 * timestamp that the source has given the slot, and of nothing else but what it has been told by another system ({@link #schemas}).
 *
 * @param <T> what the source emits for a slot
 */
public interface RecordDecoder<T> extends Serializable {

    /**
     * Called once in the subtask that decodes, before anything is decoded.
     *
     * @param subtask the number of the subtask, from 0 on
     */
    default void open(int subtask) {}

    /** What the decoder has been told by another system, which is kept in state. It is the same object at every call. */
    default ResolvedSchemas schemas() {
        return ResolvedSchemas.NONE;
    }

    /** The longest time, in milliseconds, for which windows wait for a slot that has been written but cannot be read yet. */
    default long holdMillis() {
        return Long.MAX_VALUE;
    }

    /**
     * The input partition of a slot, at least 0.
     *
     * @param slot the slot
     */
    int partition(T slot);

    /**
     * The position of a slot in its partition, at least 0.
     *
     * @param slot the slot
     */
    long offset(T slot);

    /**
     * The time at which a slot was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}.
     *
     * @param slot the slot
     */
    long time(T slot);

    /**
     * The bytes of a slot, for the dead letters. If the source has cut the slot, these are its first bytes.
     *
     * @param slot the slot
     */
    byte[] payload(T slot);

    /**
     * How many bytes a slot had before the source cut it.
     *
     * @param slot the slot
     */
    default int originalLength(T slot) {
        return payload(slot).length;
    }

    /**
     * Decodes a slot.
     *
     * @param slot the slot
     * @param timestamp the timestamp that the source has given the slot; {@link Long#MIN_VALUE} if it has given none. If the source had to
     *     extract the event time, it passes that time on here, so that the decoder need not extract it again
     * @param record the result, which has been cleared
     */
    void decode(T slot, long timestamp, DecodedRecord record);
}
