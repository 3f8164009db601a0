package dev.weir.operators.admit;

import dev.weir.operators.clock.PartitionClock;
import java.io.Serializable;

/**
 * Turns a slot of the input into a record or a rejection. A decoder never throws, and its result is a function of the slot
 * alone.
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

    /** For how many milliseconds at most windows are held back for a slot that is written and cannot be read yet. */
    default long holdMillis() {
        return Long.MAX_VALUE;
    }

    /** The input partition of the slot, at least 0. */
    int partition(T slot);

    /** The slot's position in its partition, at least 0. */
    long offset(T slot);

    /** When the slot was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    long time(T slot);

    /** The slot's bytes, for the dead letters; of a slot that is longer than the source keeps, the first of them. */
    byte[] payload(T slot);

    /** How many bytes the slot had before the source cut it. */
    default int originalLength(T slot) {
        return payload(slot).length;
    }

    /**
     * Decodes a slot.
     *
     * @param timestamp the timestamp that the source has given the slot; {@link Long#MIN_VALUE} if it has given none. A
     *     source that had to extract the event time passes it on here, so that nobody extracts it again
     * @param record has been cleared, and takes what the slot says
     */
    void decode(T slot, long timestamp, DecodedRecord record);
}
