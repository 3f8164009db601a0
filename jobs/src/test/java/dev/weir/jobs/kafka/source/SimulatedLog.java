package dev.weir.jobs.kafka.source;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A simulated partition to which three producers write at random, inside and outside of transactions, for tests. */
final class SimulatedLog {

    private static final int PRODUCERS = 3;
    private static final long NONE = -1;

    private final SplittableRandom random;
    private final List<Appended> records = new ArrayList<>();
    private final long[] begun = {NONE, NONE, NONE};
    private int readable;

    SimulatedLog(SplittableRandom random) {
        this.random = random;
    }

    /**
     * A record of the log.
     *
     * @param appended the time at which it was appended, milliseconds
     * @param readable the time from which on it is readable, milliseconds
     */
    record Appended(long appended, long readable) {}

    /** Lets every producer write, begin a transaction, or end one, at random. */
    void step(long now) {
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int choice = random.nextInt(20);
            if (choice < 2) {
                records.add(new Appended(now, Long.MAX_VALUE));
            } else if (choice == 2 && begun[producer] == NONE) {
                begun[producer] = records.size();
                records.add(new Appended(now, Long.MAX_VALUE));
            } else if (choice == 3) {
                begun[producer] = NONE;
            }
        }
        long end = records.size();
        for (long first : begun) {
            end = first == NONE ? end : Math.min(end, first);
        }
        for (; readable < end; readable++) {
            records.set(readable, new Appended(records.get(readable).appended(), now));
        }
    }

    LogEnds.Ends ends() {
        return new LogEnds.Ends(records.size(), readable);
    }

    List<Appended> records() {
        return records;
    }
}
