package dev.weir.jobs.kafka.source;

import java.util.HashMap;
import java.util.Map;

/**
 * Measures how long an open transaction has kept readers of committed records from the end of a topic. This is how long the
 * last stable offset of a partition has been below the partition's end without moving. The age is a function of the log's ends.
 * This class does no I/O and reads no clock.
 */
final class OpenTransactionAge {

    /**
     * The shortest age that is reported, in milliseconds. With the default settings, a ledger's transaction that a killed
     * process has left open ends by itself after 15 to 25 seconds.
     */
    static final long LONG_MILLIS = 20_000;

    private final Map<Integer, Stop> stops = new HashMap<>();

    /** The offset at which readers stop, and the time since when they have stopped there, in epoch milliseconds. */
    private record Stop(long readable, long since) {}

    /**
     * Returns the longest time for which readers of any partition have been stopped at one offset, in milliseconds; 0 if this
     * time is below {@link #LONG_MILLIS}.
     *
     * @param now epoch milliseconds
     * @param ends the brokers' latest answer
     */
    long millis(long now, Map<Integer, LogEnds.Ends> ends) {
        stops.keySet().retainAll(ends.keySet());
        ends.forEach((partition, its) -> note(now, partition, its));
        long longest = stops.values().stream()
                .mapToLong(stop -> now - stop.since())
                .max()
                .orElse(0);
        return longest < LONG_MILLIS ? 0 : longest;
    }

    private void note(long now, int partition, LogEnds.Ends ends) {
        if (ends.readable() >= ends.written()) {
            stops.remove(partition);
        } else if (!stops.containsKey(partition) || stops.get(partition).readable() != ends.readable()) {
            stops.put(partition, new Stop(ends.readable(), now));
        }
    }
}
