package dev.weir.operators.time;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import java.io.Serializable;
import java.time.Instant;

/**
 * The windows that are released. The schedule is public configuration and never depends on the records or on a
 * watermark.
 *
 * @param from the start: windows that end at or before it are not released, epoch milliseconds
 * @param until the end: windows that start at or after it are not released, epoch milliseconds; {@link Long#MAX_VALUE}
 * if the schedule has no end
 * @param closing the windows that adoptions have closed, which are not released either
 */
public record Schedule(long from, long until, Closing closing) implements Serializable {

    /** @throws IllegalArgumentException unless {@code until} is after {@code from} */
    public Schedule {
        if (until <= from) {
            throw new IllegalArgumentException("until must be after from, was " + until + ", from " + from);
        }
    }

    /**
     * Creates a schedule without adoptions.
     *
     * @param from the start: windows that end at or before it are not released, epoch milliseconds
     * @param until the end: windows that start at or after it are not released, epoch milliseconds; {@link
     * Long#MAX_VALUE} if the schedule has no end
     * @throws IllegalArgumentException unless {@code until} is after {@code from}
     */
    public Schedule(long from, long until) {
        this(from, until, Closing.NOTHING);
    }

    /**
     * A schedule without an end.
     *
     * @param from the start: windows that end at or before it are not released, epoch milliseconds
     */
    public static Schedule startingAt(long from) {
        return new Schedule(from, Long.MAX_VALUE);
    }

    /**
     * A schedule without an end.
     *
     * @param from the start: windows that end at or before it are not released
     */
    public static Schedule startingAt(Instant from) {
        return startingAt(from.toEpochMilli());
    }

    /**
     * A schedule with an end.
     *
     * @param first a time in the first window
     * @param until the end: windows that start at or after it are not released
     * @throws IllegalArgumentException unless {@code until} is after {@code first}
     */
    public static Schedule between(Instant first, Instant until) {
        return new Schedule(first.toEpochMilli(), until.toEpochMilli());
    }

    /**
     * This schedule with another start.
     *
     * @param start the new start, before the schedule's end, epoch milliseconds
     */
    public Schedule startingFrom(long start) {
        return new Schedule(start, until, closing);
    }

    /**
     * This schedule without the windows that adoptions have closed.
     *
     * @param closed the windows that adoptions have closed
     */
    public Schedule without(Closing closed) {
        return new Schedule(from, until, closed);
    }

    /** Whether the schedule has an end. */
    public boolean isBounded() {
        return until != Long.MAX_VALUE;
    }

    /**
     * The end of the schedule's last window, epoch milliseconds; {@link Long#MAX_VALUE} if the schedule has no end.
     *
     * @param window the windows of a query
     */
    public long lastEnd(Window window) {
        return isBounded() ? window.lastEnd(until) : Long.MAX_VALUE;
    }

    /**
     * How many windows are released, and where a query releases several from one series at least as many as its steps; {@link
     * Long#MAX_VALUE} if the schedule has no end.
     *
     * @param window the windows of a query
     */
    public long windows(Window window) {
        if (!isBounded()) {
            return Long.MAX_VALUE;
        }
        long named = window.named().stream()
                .mapToLong(each -> windows(each.window()))
                .sum();
        return Math.max(named, window.cells(window.cellStart(from), lastEnd(window)));
    }
}
