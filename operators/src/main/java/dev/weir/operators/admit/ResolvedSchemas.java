package dev.weir.operators.admit;

import java.util.List;

/**
 * What a decoder has been told by another system and must still know after a restore, because records that it decodes again must mean the same. It
 * holds no part of a record.
 */
public interface ResolvedSchemas {

    /** What a decoder has that asks no other system. */
    ResolvedSchemas NONE = new ResolvedSchemas() {

        @Override
        public List<byte[]> toState() {
            return List.of();
        }

        @Override
        public void restore(List<byte[]> restored) {}
    };

    /**
     * Tells when the slot that is decoded next was written, as far as its message says. What becomes of it may depend on that and on what the other
     * system has said by which time, but not on when it is decoded: slots that make their subtask wait must not change what becomes of others.
     *
     * @param slotWritten epoch milliseconds; {@link Long#MIN_VALUE} if the message does not say
     */
    default void next(long slotWritten) {}

    /** Ends what asks the other system. Called when the subtask ends. */
    default void close() {}

    /** Returns all that was told, in a form that is kept in state. */
    List<byte[]> toState();

    /**
     * Takes what was told before a restore. Called once in the subtask that decodes, before anything is decoded.
     *
     * @param restored what {@link #toState} has returned in all subtasks, in any order, equal ones once; empty if no state is restored. A decoder that
     *     knows nothing may wait here for the other system, before anything is read, and fail if it does not answer
     * @throws InterruptedException if the subtask is cancelled while it waits
     */
    void restore(List<byte[]> restored) throws InterruptedException;
}
