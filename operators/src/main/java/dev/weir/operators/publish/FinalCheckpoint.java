package dev.weir.operators.publish;

/** Recognises the last checkpoint that can contain rows to publish: the first checkpoint after the end of the input. */
final class FinalCheckpoint {

    private boolean inputEnded;
    private long number;

    /** Notes that no more rows will arrive. */
    void inputEnded() {
        inputEnded = true;
    }

    /** Notes the barrier of a checkpoint. */
    void barrier(long checkpoint) {
        if (inputEnded && number == 0) {
            number = checkpoint;
        }
    }

    /**
     * Whether the completion of {@code checkpoint} also completes the final checkpoint. It does if the final checkpoint
     * is {@code checkpoint} or an earlier one, because a checkpoint contains everything that earlier checkpoints
     * contain.
     */
    boolean isCompletedBy(long checkpoint) {
        return number > 0 && number <= checkpoint;
    }
}
