package dev.weir.jobs.demo.attacks.job;

import dev.weir.jobs.demo.attacks.world.Fact;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;

/** Ends a job at the first record behind a completed checkpoint, if it is told to. */
final class PlannedEnd extends RichMapFunction<Fact, Fact> implements CheckpointListener {

    /** The message of the failure, by which it is known to be intended. */
    static final String ON_PURPOSE = "ended on purpose by the attack";

    private static final long serialVersionUID = 1L;

    /** The names of the interruptions whose job has completed a checkpoint. */
    private static final Set<String> COMPLETED = ConcurrentHashMap.newKeySet();

    private final String name;
    private final boolean isOn;

    /**
     * @param name a name of its own
     * @param isOn whether it ends the job
     */
    PlannedEnd(String name, boolean isOn) {
        this.name = name;
        this.isOn = isOn;
    }

    @Override
    public Fact map(Fact fact) {
        if (isOn && COMPLETED.remove(name)) {
            throw new IllegalStateException(ON_PURPOSE);
        }
        return fact;
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) {
        if (isOn) {
            COMPLETED.add(name);
        }
    }
}
