package dev.weir.jobs.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A partition that three producers write to at random, in transactions and outside, for tests. */
final class SimulatedLog {

    private static final int PRODUCERS = 3;
    private static final long NONE = -1;

    private final SplittableRandom random;
    private final List<Slot> slots = new ArrayList<>();
    private final long[] begun = {NONE, NONE, NONE};
    private int readable;

    SimulatedLog(SplittableRandom random) {
        this.random = random;
    }

    /** A slot that has been readable since some time. */
    record Slot(long appended, long readable) {}

    /** Every producer may write, begin, or end its transaction. */
    void step(long now) {
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int choice = random.nextInt(20);
            if (choice < 2) {
                slots.add(new Slot(now, Long.MAX_VALUE));
            } else if (choice == 2 && begun[producer] == NONE) {
                begun[producer] = slots.size();
                slots.add(new Slot(now, Long.MAX_VALUE));
            } else if (choice == 3) {
                begun[producer] = NONE;
            }
        }
        long end = slots.size();
        for (long first : begun) {
            end = first == NONE ? end : Math.min(end, first);
        }
        for (; readable < end; readable++) {
            slots.set(readable, new Slot(slots.get(readable).appended(), now));
        }
    }

    LogEnds.Ends ends() {
        return new LogEnds.Ends(slots.size(), readable);
    }

    List<Slot> slots() {
        return slots;
    }
}
