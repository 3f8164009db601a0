package dev.weir.jobs.kafka.ledger.log;

import java.util.TreeMap;

/**
 * The places of the transactions that this process has written into a log, which the log's watch need not read. A place is a sequence of
 * offsets without a gap, all of which have records of one transaction, so nobody else has written there. Used by several threads.
 *
 * <p><b>The mark.</b> When a transaction ends, the brokers write one more message, its mark, behind its records, but perhaps not
 * directly behind them. If no transaction is open, the mark of each place's transaction is between the end of the place and the end of the log. If only
 * one message is between them, it is the mark.
 *
 * <p><b>Memory.</b> Some 100 bytes for each of at most {@value #MOST} transactions, until the watch has passed them.
 */
final class OwnTransactions {

    /** The number of places that are kept. The watch reads any further transactions. */
    static final int MOST = 1000;

    private final TreeMap<Long, Long> places = new TreeMap<>();

    /**
     * Adds a transaction, all messages of which the brokers have answered. It is left out if others have written between them.
     *
     * @param first the least of the offsets of the messages
     * @param last the largest of the offsets
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
     * @param next the offset behind what the watch has read
     * @param ends the ends of the log
     * @return {@code next} if it is in no place; else the end of its place, or the end of the log if only the mark is between the two
     */
    synchronized long behind(long next, LogAdmin.BothEnds ends) {
        Long first = places.floorKey(next);
        long behind = first == null ? next : Math.max(next, places.getOrDefault(first, next));
        places.headMap(behind).clear();
        boolean isOnlyMarkLeft = behind > next && ends.areEqual() && behind + 1 == ends.written();
        return isOnlyMarkLeft ? ends.written() : behind;
    }

    /** Forgets all places. */
    synchronized void clear() {
        places.clear();
    }
}
