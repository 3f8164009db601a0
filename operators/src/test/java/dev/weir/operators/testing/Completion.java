package dev.weir.operators.testing;

import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** Completed checkpoints of a publishing operator in a test. */
public final class Completion {

    private Completion() {}

    /**
     * Notifies an operator of a completed checkpoint, and waits until its batches are published. The first notice makes them due, and
     * the second one waits for what an earlier notice has made due.
     *
     * @param harness the harness of a publishing operator
     * @param checkpoint the number of the checkpoint
     * @throws Exception the failure that has ended committing
     */
    public static void settled(AbstractStreamOperatorTestHarness<?> harness, long checkpoint) throws Exception {
        harness.notifyOfCompletedCheckpoint(checkpoint);
        harness.notifyOfCompletedCheckpoint(checkpoint);
    }
}
