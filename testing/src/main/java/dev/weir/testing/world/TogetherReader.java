package dev.weir.testing.world;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Makes the slots of a job that nothing disturbs, and waits with the first slot of each partition until there is one of every partition.
 *
 * <p>A reader asks for the next partition when it is done with one. If another reader starts so late that it finds none left, one reads all partitions, one after
 * the other: every window is closed by the first one's watermarks before the second one begins, and all its records are late. No row shows that; the audit
 * finds less. So each reader waits with its first slot for the others.
 */
final class TogetherReader implements GeneratorFunction<Long, Slot> {

    private static final long serialVersionUID = 1L;
    private static final long MOST_MINUTES = 10;

    /** What the readers of running jobs wait for; copies of the function find theirs by name. */
    private static final Map<String, CountDownLatch> OPEN = new ConcurrentHashMap<>();

    private final SlotInput input;
    private final String name = UUID.randomUUID().toString();
    private transient boolean hasStarted;

    /** @param input the slots, of as many partitions as there are readers */
    TogetherReader(SlotInput input) {
        this.input = input;
        OPEN.put(name, new CountDownLatch(input.schedule().partitions()));
    }

    @Override
    public Slot map(Long index) throws InterruptedException {
        if (!hasStarted) {
            hasStarted = true;
            awaitOthers();
        }
        return input.at(index);
    }

    private void awaitOthers() throws InterruptedException {
        CountDownLatch others = OPEN.get(name);
        if (others != null) {
            others.countDown();
            if (!others.await(MOST_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException("every partition must have a reader of its own");
            }
            OPEN.remove(name);
        }
    }
}
