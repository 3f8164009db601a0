package dev.weir.jobs.kafka.source;

import java.util.ArrayDeque;

/**
 * How long the oldest record of one partition that the job may not read yet can have been in the log. It is a function of
 * the log's ends, which are public as slots are. It does no input or output and asks no clock.
 *
 * <p>Every observation says how far the log went at one time. A record beyond what is readable now was appended after the
 * last time at which the log went no further than that. An open transaction therefore counts from its first record on,
 * also where it began before another one had ended.
 */
final class PartitionLag {

    private static final long NEVER = Long.MIN_VALUE;

    private final long found;
    private final long readFrom;
    private final ArrayDeque<Observation> unreadable = new ArrayDeque<>();
    private long readableUntil = NEVER;

    /**
     * A partition of which nothing has been observed yet.
     *
     * @param found when the partition was first seen, epoch milliseconds
     * @param readFrom when the job's reader knows of the partition at the latest, epoch milliseconds; before, nothing of it counts as
     *     readable
     */
    PartitionLag(long found, long readFrom) {
        this.found = found;
        this.readFrom = readFrom;
    }

    private record Observation(long time, long written) {}

    /**
     * Notes how far the partition went when the brokers were asked.
     *
     * @param time when, or just before, the brokers were asked, epoch milliseconds
     * @param ends what they answered
     * @param hold for how many milliseconds observations matter
     */
    void observe(long time, LogEnds.Ends ends, long hold) {
        forgetBeyond(ends.written());
        unreadable.addLast(new Observation(time, ends.written()));
        if (time >= readFrom) {
            noteReadable(ends.readable());
        }
        while (!unreadable.isEmpty() && unreadable.getFirst().time() < time - hold) {
            unreadable.removeFirst();
        }
    }

    /** A topic that was deleted and created again has an end that moved back. */
    private void forgetBeyond(long written) {
        while (!unreadable.isEmpty() && unreadable.getLast().written() >= written) {
            unreadable.removeLast();
        }
    }

    private void noteReadable(long upTo) {
        while (!unreadable.isEmpty() && unreadable.getFirst().written() <= upTo) {
            readableUntil = unreadable.removeFirst().time();
        }
    }

    /** For how many milliseconds at most the oldest unreadable record has waited, up to {@code most}. */
    long millis(long now, long most) {
        return readableUntil == NEVER ? most : Math.max(0, Math.min(most, now - readableUntil));
    }

    /**
     * Whether no observation since the partition was found has shown it read to its end for so long. A record may have waited
     * for as long; brokers that do not answer look the same.
     */
    boolean hasWaited(long now, long millis) {
        return now - Math.max(readableUntil, found) >= millis;
    }
}
