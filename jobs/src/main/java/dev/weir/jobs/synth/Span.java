package dev.weir.jobs.synth;

import java.time.Instant;

/**
 * The time from which to which rows count.
 *
 * @param start the beginning, which belongs to the span
 * @param end the end, which does not
 */
record Span(Instant start, Instant end) {

    @Override
    public String toString() {
        return start + " to " + end;
    }
}
