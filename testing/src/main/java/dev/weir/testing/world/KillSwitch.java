package dev.weir.testing.world;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.jspecify.annotations.Nullable;

/**
 * Kills the task that reads the first partition, each time at a given slot or the first one behind it that comes after a
 * checkpoint has completed since the last time.
 */
final class KillSwitch extends RichMapFunction<Slot, Slot> implements CheckpointListener {

    /** The message of the failure, by which it is known to be intended. */
    static final String ON_PURPOSE = "killed on purpose by the audit";

    private static final long serialVersionUID = 1L;

    /** The switches of the running jobs; copies of the function find theirs by name. */
    private static final Map<String, Kills> OPEN = new ConcurrentHashMap<>();

    private final String name;
    private transient @Nullable Kills kills;

    private KillSwitch(String name) {
        this.name = name;
    }

    /** How often it has killed, and whether a checkpoint has completed since. */
    private static final class Kills {
        private final List<Long> offsets;
        private final AtomicInteger done = new AtomicInteger();
        private final AtomicLong latest = new AtomicLong(Long.MIN_VALUE);
        private volatile boolean completed;

        private Kills(List<Long> offsets) {
            this.offsets = offsets;
        }
    }

    /** @param offsets where it kills, in ascending order, by positions in the first partition */
    static KillSwitch at(List<Long> offsets) {
        KillSwitch made = new KillSwitch(UUID.randomUUID().toString());
        Kills kills = new Kills(List.copyOf(offsets));
        made.kills = kills;
        OPEN.put(made.name, kills);
        return made;
    }

    void forget() {
        OPEN.remove(name);
    }

    /** The latest time of a slot that any task of its job has read, epoch milliseconds. */
    long latest() {
        return opened().latest.get();
    }

    private Kills opened() {
        Kills found = kills == null ? OPEN.get(name) : kills;
        if (found == null) {
            throw new IllegalStateException("a switch must be open");
        }
        return found;
    }

    @Override
    public void open(OpenContext context) {
        kills = opened();
    }

    @Override
    public Slot map(Slot slot) {
        Kills mine = opened();
        mine.latest.accumulateAndGet(slot.stamp(), Math::max);
        int next = mine.done.get();
        if (slot.partition() == 0
                && next < mine.offsets.size()
                && slot.offset() >= mine.offsets.get(next)
                && mine.completed) {
            mine.completed = false;
            mine.done.incrementAndGet();
            throw new Killed();
        }
        return slot;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        opened().completed = true;
    }

    /** A task was killed on purpose. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Killed() {
            super(ON_PURPOSE);
        }
    }
}
