package dev.weir.jobs.kafka;

import java.util.ArrayDeque;

/**
 * How long the oldest slot of one partition that the job may not read yet can have been in the log: a function of the
 * log's ends, which are public as slots are. No input, no output, no clock of its own.
 *
 * <p>Every observation says how far the log went at one time. A slot beyond what is readable now was appended after the
 * last time at which the log went no further than that. So a transaction that is open counts from its first record on,
 * and one that begins before another has ended counts from its own.
 */
final class PartitionLag {

    private static final long NEVER = Long.MIN_VALUE;

    private final long found;
    private final long readFrom;
    private final ArrayDeque<Observation> unreadable = new ArrayDeque<>();
    private long readableUntil = NEVER;

    /**
     * Nothing observed yet.
     *
     * @param found when the partition was first seen, epoch milliseconds
     * @param readFrom when the job's reader knows of the partition at the latest; nothing of it counts as readable before
     */
    PartitionLag(long found, long readFrom) {
        this.found = found;
        this.readFrom = readFrom;
    }

    private record Observation(long time, long written) {}

    /**
     * The partition has been looked at.
     *
     * @param time before which the brokers were asked, epoch milliseconds
     * @param ends what they answered
     * @param hold for how many milliseconds observations matter
     */
    void observe(long time, LogEnds.Ends ends, long hold) {
        // an end that has moved back is that of a topic that was deleted and made again
        while (!unreadable.isEmpty() && unreadable.getLast().written() >= ends.written()) {
            unreadable.removeLast();
        }
        unreadable.addLast(new Observation(time, ends.written()));
        if (time >= readFrom) {
            while (!unreadable.isEmpty() && unreadable.getFirst().written() <= ends.readable()) {
                readableUntil = unreadable.removeFirst().time();
            }
        }
        while (!unreadable.isEmpty() && unreadable.getFirst().time() < time - hold) {
            unreadable.removeFirst();
        }
    }

    /** For how many milliseconds at most the oldest slot that is not readable has waited; {@code most} if that is longer. */
    long millis(long now, long most) {
        return readableUntil == NEVER ? most : Math.max(0, Math.min(most, now - readableUntil));
    }

    /** Whether slots of the partition have surely, and not only possibly, waited for so long. */
    boolean hasWaited(long now, long millis) {
        return now - Math.max(readableUntil, found) >= millis;
    }
}
