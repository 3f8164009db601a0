package dev.weir.operators.publish;

/** Recognises the last checkpoint with anything to publish: the first one after the end of the input. */
final class FinalCheckpoint {

    private boolean inputEnded;
    private long number;

    /** Reports that no more rows come. */
    void inputEnded() {
        inputEnded = true;
    }

    /** Reports the barrier of a checkpoint. */
    void barrier(long checkpoint) {
        if (inputEnded && number == 0) {
            number = checkpoint;
        }
    }

    /**
     * Whether the final checkpoint has completed once {@code checkpoint} has: a later checkpoint holds everything that
     * an earlier one does.
     */
    boolean isCompletedBy(long checkpoint) {
        return number > 0 && number <= checkpoint;
    }
}
