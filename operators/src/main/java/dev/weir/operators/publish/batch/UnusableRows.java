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
     * Returns the exception to throw.
     *
     * @param what a description of the fault that contains nothing of any row
     */
    public static SuppressRestartsException refused(String what) {
        return new StartRefused(
                        StartRefused.Code.STATE_UNUSABLE,
                        "the rows of the pending batches are not those that this state should hold (" + what
                                + "): the state is damaged, restore an intact one")
                .asFailure();
    }
}
