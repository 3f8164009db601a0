package dev.weir.operators.publish.batch;

import dev.weir.operators.state.restore.StartRefused;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Refuses the rows of pending batches in a restored state. A restart would read the same rows, so the job ends for
 * good.
 */
public final class UnusableRows {

    private UnusableRows() {}

    /**
     * The exception to throw.
     *
     * @param what the fault, without naming a row
     */
    public static SuppressRestartsException refused(String what) {
        return new StartRefused(
                        StartRefused.Code.STATE_UNUSABLE,
                        "the rows of the pending batches are not those that this state should hold (" + what
                                + "): the state is damaged, restore an intact one")
                .asFailure();
    }
}
