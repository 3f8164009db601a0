package dev.weir.jobs.kafka;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The wall clock less delay and idle time, held back by slots that are written and not readable yet. Pure.
 *
 * <p>The idle time is what a reader may take from the moment that a slot is readable until it has read the slot. So
 * windows may close over what was readable all of the idle time ago: the clock is behind by the largest lag of any
 * partition within the last idle time, which is 0 while there are no transactions. A lag counts up to the hold and no
 * further: a slot is waited for that long, whoever keeps which transactions open, and windows are never held back longer.
 *
 * <p>Brokers that do not answer let the lag grow in the same way: a slot that they have taken may be unread.
 */
final class WallClock {

    private final Terms terms;
    private final Map<Integer, PartitionLag> partitions = new HashMap<>();

    /** Of the last idle time: each is older and larger than the one behind it. */
    private final ArrayDeque<Lag> recent = new ArrayDeque<>();

    WallClock(Terms terms) {
        this.terms = terms;
    }

    /**
     * How far behind the wall clock windows close, in milliseconds.
     *
     * @param delay always
     * @param idle always, and what a reader may take to read what is readable
     * @param hold at most, for slots that are not readable
     * @param discovery after how long the reader knows of a partition that is new
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
            remember(now); // up to here nobody knew better, whatever the answer is
        }
        if (!ends.isEmpty()) {
            observe(now, ends);
        }
        remember(now);
        while (recent.getFirst().time() < now - terms.idle()) {
            recent.removeFirst();
        }
        return now - terms.delay() - terms.idle() - recent.getFirst().millis();
    }

    private void observe(long now, Map<Integer, LogEnds.Ends> ends) {
        long newIsReadFrom = partitions.isEmpty() ? now : now + terms.discovery();
        partitions.keySet().retainAll(ends.keySet());
        ends.forEach((number, its) -> partitions
                .computeIfAbsent(number, found -> new PartitionLag(now, newIsReadFrom))
                .observe(now, its, terms.hold()));
    }

    private void remember(long now) {
        long largest = partitions.values().stream()
                .mapToLong(partition -> partition.millis(now, terms.hold()))
                .max()
                .orElse(terms.hold());
        while (!recent.isEmpty() && recent.getLast().millis() <= largest) {
            recent.removeLast();
        }
        recent.addLast(new Lag(now, largest));
    }

    /** How many partitions hold windows back. */
    int heldPartitions(long now) {
        return count(partition -> partition.millis(now, terms.hold()) > 0);
    }

    /** How many partitions have had slots that were not readable for longer than the hold. */
    int overduePartitions(long now) {
        return count(partition -> partition.hasWaited(now, terms.hold()));
    }

    private int count(Predicate<PartitionLag> condition) {
        return (int) partitions.values().stream().filter(condition).count();
    }
}
