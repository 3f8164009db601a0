package dev.weir.jobs.kafka.source;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A partition that three producers write to at random, in transactions and outside, for tests. */
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
     * @param appended when it was appended, milliseconds
     * @param readable since when it has been readable, milliseconds
     */
    record Appended(long appended, long readable) {}

    /** Every producer may write, begin, or end its transaction. */
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
