package dev.weir.jobs.kafka.ledger.log;

import java.util.TreeMap;

/**
 * The places of the rows that this process has written into a log, which the log's watch need not read. A place is a sequence of
 * offsets without a gap, so nobody else has written there. Used by several threads.
 *
 * <p><b>Memory.</b> Some 100 bytes for each of at most {@value #MOST} transactions, until the watch has passed them.
 */
final class OwnRows {

    /** The number of places that are kept. The watch reads the rows of any further ones. */
    static final int MOST = 1000;

    private final TreeMap<Long, Long> places = new TreeMap<>();

    /**
     * Adds the messages of rows of a transaction, all of which the brokers have answered. They are left out if others have written
     * between them.
     *
     * @param first the least of their offsets
     * @param last the largest of their offsets
     * @param messages how many there are; without any nothing is added
     */
    synchronized void add(long first, long last, long messages) {
        if (messages > 0 && last - first + 1 == messages && places.size() < MOST) {
            places.put(first, last + 1);
        }
    }

    /**
     * The offset from which on the watch has to read. Forgets the places before it.
     *
     * @param next the offset after what the watch has read
     * @return {@code next}, or the end of the place that has it
     */
    synchronized long behind(long next) {
        Long first = places.floorKey(next);
        long behind = first == null ? next : Math.max(next, places.getOrDefault(first, next));
        places.headMap(behind).clear();
        return behind;
    }

    /** Forgets all places. */
    synchronized void clear() {
        places.clear();
    }
}
