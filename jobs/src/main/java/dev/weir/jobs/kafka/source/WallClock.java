package dev.weir.jobs.kafka.source;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A watermark that follows the wall clock, less the delay and the idle time, and is held back while the topic has records that
 * are not readable yet. This class does no I/O and reads no clock: its caller passes the time and the ends of the log.
 *
 * <p>A reader may take up to the idle time to read a record that has become readable. Windows therefore close only over records
 * that were readable one idle time ago. For this purpose the largest lag of any partition within the last idle time is
 * subtracted too. While no transaction is open, the lag is at most the time between two answers of the brokers. It never
 * exceeds {@code hold}, so that a transaction that never ends does not hold windows back for longer.
 *
 * <p>While brokers do not answer, the lag grows in the same way, because they may have accepted records that the job has not
 * read.
 */
final class WallClock {

    private final Terms terms;
    private final Map<Integer, PartitionLag> partitions = new HashMap<>();

    /** The lags within the last idle time that can still be the largest. Each is older and larger than the next one. */
    private final ArrayDeque<Lag> recent = new ArrayDeque<>();

    WallClock(Terms terms) {
        this.terms = terms;
    }

    /**
     * The amounts by which windows close behind the wall clock, in milliseconds.
     *
     * @param delay the delay of windows, always subtracted
     * @param idle the idle time, always subtracted: the time that a reader may take to read readable records
     * @param hold the maximum lag, subtracted for records that are not readable
     * @param discovery the longest time until the reader discovers a new partition
     */
    record Terms(long delay, long idle, long hold, long discovery) implements Serializable {}

    private record Lag(long time, long millis) {}

    /**
     * Returns the watermark at a time.
     *
     * @param now epoch milliseconds
     * @param ends the brokers' answer to a question asked after {@code now}; empty if they did not answer
     */
    long watermark(long now, Map<Integer, LogEnds.Ends> ends) {
        if (!partitions.isEmpty()) {
            remember(now); // the lag before this answer counts, whatever the answer is
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

    /**
     * Adds the present lag. Removes the lags that are not larger than the present one, and the lags that are older than the
     * idle time.
     */
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

    /** The number of partitions that hold windows back. */
    int heldPartitions(long now) {
        return count(partition -> partition.millis(now, terms.hold()) > 0);
    }

    /** The number of partitions that may have had unreadable records for at least {@code hold}. */
    int overduePartitions(long now) {
        return count(partition -> partition.hasWaited(now, terms.hold()));
    }

    private int count(Predicate<PartitionLag> condition) {
        return (int) partitions.values().stream().filter(condition).count();
    }
}
