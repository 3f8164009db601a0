package dev.weir.operators.time;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import java.io.Serializable;
import java.time.Instant;

/**
 * Which windows are released. It is public configuration and never depends on the records or on a watermark.
 *
 * @param from windows that end at or before it are not released, epoch milliseconds
 * @param until windows that start at or after it are not released, epoch milliseconds; {@link Long#MAX_VALUE}: no end
 * @param closing what adoptions have closed: windows that are not released, whatever the other two say
 */
public record Schedule(long from, long until, Closing closing) implements Serializable {

    /** @throws IllegalArgumentException unless {@code until} is after {@code from} */
    public Schedule {
        if (until <= from) {
            throw new IllegalArgumentException("until must be after from, was " + until + ", from " + from);
        }
    }

    /** A schedule of which no adoption has closed anything. */
    public Schedule(long from, long until) {
        this(from, until, Closing.NOTHING);
    }

    /**
     * A schedule without an end.
     *
     * @param from windows that end at or before it are not released, epoch milliseconds
     */
    public static Schedule startingAt(long from) {
        return new Schedule(from, Long.MAX_VALUE);
    }

    /**
     * A schedule without an end.
     *
     * @param from windows that end at or before it are not released
     */
    public static Schedule startingAt(Instant from) {
        return startingAt(from.toEpochMilli());
    }

    /**
     * A schedule with an end.
     *
     * @param first the first window is the one that holds this time
     * @param until windows that start at or after it are not released
     * @throws IllegalArgumentException unless {@code until} is after {@code first}
     */
    public static Schedule between(Instant first, Instant until) {
        return new Schedule(first.toEpochMilli(), until.toEpochMilli());
    }

    /** This schedule with another beginning, epoch milliseconds, which is before its end. */
    public Schedule startingFrom(long start) {
        return new Schedule(start, until, closing);
    }

    /** This schedule without what adoptions have closed. */
    public Schedule without(Closing closed) {
        return new Schedule(from, until, closed);
    }

    /** Whether the schedule has an end. */
    public boolean isBounded() {
        return until != Long.MAX_VALUE;
    }

    /** The end of the schedule's last window, epoch milliseconds; {@link Long#MAX_VALUE} if there is no end. */
    public long lastEnd(Window window) {
        return isBounded() ? window.lastEnd(until) : Long.MAX_VALUE;
    }

    /** How many windows are released; {@link Long#MAX_VALUE} if there is no end. */
    public long windows(Window window) {
        return isBounded() ? window.cells(window.cellStart(from), lastEnd(window)) : Long.MAX_VALUE;
    }
}
