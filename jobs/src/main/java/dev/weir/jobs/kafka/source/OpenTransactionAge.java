package dev.weir.jobs.kafka.source;

import java.util.HashMap;
import java.util.Map;

/**
 * Measures for how long an open transaction has kept readers of committed records from the end of a topic: for how long a partition's last
 * stable offset has stood still before its end. The age is a function of the log's ends. This class does no input or output and asks no
 * clock.
 */
final class OpenTransactionAge {

    /**
     * The shortest time that is reported, in milliseconds. Transactions of a killed process end by themselves after
     * about this time.
     */
    static final long LONG_MILLIS = 20_000;

    private final Map<Integer, Stop> stops = new HashMap<>();

    /** The offset at which readers stop, and the time since which they do. */
    private record Stop(long readable, long since) {}

    /**
     * The time for which the oldest stop of any partition has not moved, in milliseconds; 0 if it is below {@link
     * #LONG_MILLIS}.
     *
     * @param now epoch milliseconds
     * @param ends what the brokers have answered now
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
