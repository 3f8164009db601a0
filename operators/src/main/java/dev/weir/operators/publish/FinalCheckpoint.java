package dev.weir.operators.publish;

/** Tells when the last checkpoint has completed that has anything to publish: the first one after the end of the input. */
final class FinalCheckpoint {

    private boolean inputEnded;
    private long number;

    /** No more rows come. */
    void inputEnded() {
        inputEnded = true;
    }

    /** The barrier of a checkpoint has come. */
    void barrier(long checkpoint) {
        if (inputEnded && number == 0) {
            number = checkpoint;
        }
    }

    /** Whether it has completed once a checkpoint has: a later one holds all that an earlier one does. */
    boolean isCompletedBy(long checkpoint) {
        return number > 0 && number <= checkpoint;
    }
}
