package dev.weir.accountant.journal.chain;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The event time that the rows of a batch are about, in epoch milliseconds.
 *
 * @param from the earliest start of a row's window
 * @param firstEnd the earliest end of a row's window
 * @param lastEnd the latest end of a row's window
 */
public record Span(long from, long firstEnd, long lastEnd) implements Serializable {

    /** @throws InvalidParameter if {@code firstEnd} or {@code lastEnd} is out of range */
    public Span {
        if (from >= firstEnd) {
            throw new InvalidParameter("first end", "later than the start " + from, firstEnd);
        }
        Require.atLeast("last end", lastEnd, firstEnd);
    }

    /**
     * The span of one window [start, end).
     *
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     * @throws InvalidParameter if {@code end} is not later than {@code start}
     */
    public static Span of(long start, long end) {
        return new Span(start, end, end);
    }

    /**
     * The smallest span that contains this one and the window [start, end).
     *
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds, later than {@code start}
     */
    public Span with(long start, long end) {
        return new Span(Math.min(from, start), Math.min(firstEnd, end), Math.max(lastEnd, end));
    }
}
