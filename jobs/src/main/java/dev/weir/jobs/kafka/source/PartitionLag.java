package dev.weir.jobs.kafka.source;

import java.util.ArrayDeque;

/**
 * Bounds how long the oldest unreadable record of one partition has been in the log. A record is unreadable while the job may
 * not read it yet. The bound is a function of the log's ends, which are public like the slots. This class does no I/O and
 * reads no clock.
 *
 * <p>Each observation tells how far the log went at one time. An unreadable record was appended after the last observation
 * whose end is readable by now. An open transaction therefore counts from its first record on, also if it began before
 * another transaction had ended.
 */
final class PartitionLag {

    private static final long NEVER = Long.MIN_VALUE;

    private final long found;
    private final long readFrom;
    private final ArrayDeque<Observation> unreadable = new ArrayDeque<>();
    private long readableUntil = NEVER;

    /**
     * Creates a partition without observations.
     *
     * @param found when the partition was first seen, epoch milliseconds
     * @param readFrom when the job's reader discovers the partition at the latest, epoch milliseconds; until then all of its
     *     records count as unreadable
     */
    PartitionLag(long found, long readFrom) {
        this.found = found;
        this.readFrom = readFrom;
    }

    private record Observation(long time, long written) {}

    /**
     * Notes the ends of the partition.
     *
     * @param time when the brokers were asked, or a little earlier, epoch milliseconds
     * @param ends the brokers' answer
     * @param hold how long an observation is kept, in milliseconds
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

    /** Forgets observations beyond the current end. A topic that was deleted and created again has an earlier end than before. */
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

    /** Returns an upper bound of how long the oldest unreadable record has waited, in milliseconds, capped at {@code most}. */
    long millis(long now, long most) {
        return readableUntil == NEVER ? most : Math.max(0, Math.min(most, now - readableUntil));
    }

    /**
     * Whether a record may have been unreadable for at least {@code millis} since the partition was found. This is also so if
     * the brokers have not answered for that long.
     */
    boolean hasWaited(long now, long millis) {
        return now - Math.max(readableUntil, found) >= millis;
    }
}
