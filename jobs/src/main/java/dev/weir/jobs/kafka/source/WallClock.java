package dev.weir.jobs.kafka.source;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The wall clock less delay and idle time, held back by records that are written and not readable yet. It does no input or
 * output and asks no clock: it is told the time and the ends of the log.
 *
 * <p>A reader may take up to the idle time to read a record that has become readable. Windows therefore close only over what
 * was readable one idle time ago: the watermark is further behind by the largest lag of any partition within the last idle
 * time. That lag is 0 while there are no transactions. It counts up to the hold and no further, so that a transaction that
 * is never ended holds windows back no longer than that.
 *
 * <p>While brokers do not answer, the lag grows in the same way, because they may have taken records that the job has not
 * read.
 */
final class WallClock {

    private final Terms terms;
    private final Map<Integer, PartitionLag> partitions = new HashMap<>();

    /** The lags of the last idle time that still matter: each is older and larger than the next one. */
    private final ArrayDeque<Lag> recent = new ArrayDeque<>();

    WallClock(Terms terms) {
        this.terms = terms;
    }

    /**
     * How far behind the wall clock windows close, in milliseconds.
     *
     * @param delay always
     * @param idle always, and what a reader may take to read what is readable
     * @param hold at most, for records that are not readable
     * @param discovery after how long the reader knows of a new partition
     */
    record Terms(long delay, long idle, long hold, long discovery) implements Serializable {}

    private record Lag(long time, long millis) {}

    /**
     * The watermark at a time.
     *
     * @param now epoch milliseconds
     * @param ends what the brokers answered when asked after {@code now}; empty if they did not
     */
    long watermark(long now, Map<Integer, LogEnds.Ends> ends) {
        if (!partitions.isEmpty()) {
            remember(now); // what was known until now counts, whatever the answer is
        }
        if (!ends.isEmpty()) {
            observe(now, ends);
        }
        remember(now);
        return now - terms.delay() - terms.idle() - recent.getFirst().millis();
    }

    private void observe(long now, Map<Integer, LogEnds.Ends> ends) {
        long newIsReadFrom = partitions.isEmpty() ? now : now + terms.discovery();
        partitions.keySet().retainAll(ends.keySet());
        ends.forEach((number, its) -> partitions
                .computeIfAbsent(number, found -> new PartitionLag(now, newIsReadFrom))
                .observe(now, its, terms.hold()));
    }

    /** Adds the lag of now, and forgets those that it replaces and those that are older than the idle time. */
    private void remember(long now) {
        long largest = largestLag(now);
        while (!recent.isEmpty() && recent.getLast().millis() <= largest) {
            recent.removeLast();
        }
        recent.addLast(new Lag(now, largest));
        while (recent.getFirst().time() < now - terms.idle()) {
            recent.removeFirst();
        }
    }

    private long largestLag(long now) {
        return partitions.values().stream()
                .mapToLong(partition -> partition.millis(now, terms.hold()))
                .max()
                .orElse(terms.hold());
    }

    /** How many partitions hold windows back. */
    int heldPartitions(long now) {
        return count(partition -> partition.millis(now, terms.hold()) > 0);
    }

    /** How many partitions have not been seen read to their end for longer than the hold. */
    int overduePartitions(long now) {
        return count(partition -> partition.hasWaited(now, terms.hold()));
    }

    private int count(Predicate<PartitionLag> condition) {
        return (int) partitions.values().stream().filter(condition).count();
    }
}
