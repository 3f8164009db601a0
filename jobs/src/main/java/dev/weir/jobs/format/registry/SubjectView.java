package dev.weir.jobs.format.registry;

import java.time.Duration;

/**
 * When a registry has told all schemas of the subject. It decides which messages wait for the next view, and from which time of writing on
 * messages of a schema are read that is told after this view and before the end of the next one.
 *
 * <p><b>The verdict.</b> Of each schema the time {@link #readFrom} is kept: a message is read by it if it was written at that time or later, whenever
 * it is read. A message whose number is not known waits ({@link #isWaitedFor}), and is refused if the wait ends first.
 *
 * <p><b>It is a function of when the message was written and of the views</b>, which a thread makes every {@link #EVERY} whether or not messages come.
 * So one record, which makes its task wait, cannot change what becomes of another one. Proof: a schema that is known decides by a number that
 * never changes, so it is to be shown that a message that was written at {@code w}, and refused at time {@code t} because its number was not
 * known, would be refused also after a schema with this number has been told. It is told at some {@code told >= t} after some view that began at
 * {@code begun}, which is not earlier than the view at {@code t}, because times never run backwards and times, views and schemas change under one
 * lock. The wait has ended for one of two reasons:
 * <ul>
 * <li>{@code begun >= w + MARGIN} of the view at {@code t}, and so of the later one: then {@code readFrom > begun - MARGIN >= w}.
 * <li>{@code t > max(w + HOLD, opening)}: then {@code told > opening}, which never grows, and {@code readFrom >= told - HOLD > w}.
 * </ul>
 *
 * <p>The proof does not need that a view has all schemas that the registry has. A version that could not be read is left out of a view and told after a
 * later one, as any schema that is new: from then on it decides about messages by the view before. Where what schemas refer to is told more slowly than
 * {@link References} has time in a view, the view does not count as one, and messages wait as for a registry that does not answer: the schemas that it had no
 * time for may be those of messages that were written before it began.
 *
 * <p>One exception: a message that says that it was written more than {@link #MARGIN} later than now does not wait, because it would do so until then,
 * and what becomes of it depends on when it is read.
 *
 * <p><b>No message is refused that a registry which answers knows</b>: a producer registers a schema before it writes with it. So views that begin at
 * {@code w + MARGIN} or later have it, unless its version cannot be read, and {@code begun < w + MARGIN} of all that do not. While the registry does not answer, messages wait for
 * {@link #HOLD} after they were written, so that a task lags by that much and no more, however many such messages there are.
 *
 * @param begun when the registry was asked, epoch milliseconds; {@link Long#MIN_VALUE} before the first view
 * @param opening until when all messages wait for the first view, and all are read by the schemas of a view that was told by then;
 *     {@link Long#MIN_VALUE} from the first view on
 */
record SubjectView(long begun, long opening) {

    /** The time between two views. */
    static final Duration EVERY = Duration.ofSeconds(2);

    /** The longest time for which messages wait for a registry that does not answer. It is public, in the documentation. */
    static final Duration PATIENCE = Duration.ofSeconds(8);

    /** How far the clocks of brokers, registry and this machine may be from each other, in milliseconds. */
    static final long MARGIN = 1000;

    /** {@link #PATIENCE} in milliseconds. */
    static final long HOLD = PATIENCE.toMillis();

    /**
     * The view before the first one. With schemas from state, the first view is waited for as any other one. Without any, nothing is read before it.
     *
     * @param knowsSchemas whether schemas are known from state
     * @param now the time, epoch milliseconds
     */
    static SubjectView none(boolean knowsSchemas, long now) {
        return new SubjectView(Long.MIN_VALUE, knowsSchemas ? now + HOLD : Long.MAX_VALUE);
    }

    /**
     * The next view.
     *
     * @param nextBegun when the registry was asked for it
     */
    SubjectView next(long nextBegun) {
        return new SubjectView(nextBegun, Long.MIN_VALUE);
    }

    boolean isFirstAwaited() {
        return begun == Long.MIN_VALUE;
    }

    /**
     * Whether a message whose number is not known waits for the next view.
     *
     * @param written when the message was written, epoch milliseconds; {@link Long#MIN_VALUE} if it does not say
     * @param now the time, epoch milliseconds
     */
    boolean isWaitedFor(long written, long now) {
        return written <= now + MARGIN && begun < written + MARGIN && now <= Math.max(written + HOLD, opening);
    }

    /**
     * Returns from which time of writing on messages are read by a schema that this view did not have; {@link Long#MIN_VALUE} for all messages.
     *
     * @param told when it was told, epoch milliseconds
     */
    long readFrom(long told) {
        long inTime = told <= opening ? Long.MIN_VALUE : told - HOLD;
        return isFirstAwaited() ? inTime : Math.max(inTime, begun - MARGIN + 1);
    }
}
