package dev.weir.jobs.format.registry;

import java.time.Duration;

/**
 * When a registry has told all schemas of the subject. It decides whether a message with a number that is not among them waits for the next view.
 *
 * <p>A producer registers a schema before it writes with it. So a view that was begun after a message was written has the schema of the message, or
 * the registry does not have it: the message is a dead letter without waiting. A message that was written later waits for the next view, for which a
 * thread asks every {@link #EVERY} whether or not messages come. All messages that were written before a view are decided by it, so that
 * made-up numbers delay a task by the age of one view in all, and not for each message. While the registry does not answer, no message waits for
 * longer than {@link #HOLD} after its last view, counted from the view and not from a message.
 *
 * <p>The decision depends on the registry, the clocks and when the message was written, and on no other message.
 *
 * @param begunMillis when the registry was asked, epoch milliseconds; {@link Long#MIN_VALUE} before the first view
 * @param doneNanos when all schemas were known, by a clock that never runs backwards; when the job was started before the first view
 */
record SubjectView(long begunMillis, long doneNanos) {

    /** The time between two views. */
    static final Duration EVERY = Duration.ofSeconds(2);

    /** How far the clocks of brokers, registry and this machine may be from each other. */
    static final Duration MARGIN = Duration.ofSeconds(1);

    /** The longest time for which messages wait for a registry that does not answer. It is public, in the documentation. */
    static final Duration HOLD = Duration.ofSeconds(8);

    /**
     * Whether a message whose schema is not among those of this view waits for the next one.
     *
     * @param written when the message was written, epoch milliseconds; {@link Long#MIN_VALUE} if it does not say
     * @param nowMillis the time of day, epoch milliseconds. A message that was written later than this does not wait, for it would do so until
     *     then
     * @param nowNanos the time by the clock of {@code doneNanos}
     */
    boolean isWaitedFor(long written, long nowMillis, long nowNanos) {
        return written <= nowMillis + MARGIN.toMillis()
                && begunMillis < written + MARGIN.toMillis()
                && nowNanos - doneNanos < HOLD.toNanos();
    }
}
