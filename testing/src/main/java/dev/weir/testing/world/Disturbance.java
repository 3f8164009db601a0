package dev.weir.testing.world;

/** What happens to the job while it runs. */
public enum Disturbance {
    /** Nothing. */
    NONE("undisturbed"),
    /** A task is killed six times, each at a random record behind a completed checkpoint, and the job goes on. */
    CRASH("with killed tasks"),
    /** The job ends twice at a random record, and another job of another parallelism goes on from its last checkpoint. */
    RESTORE("restored with another parallelism"),
    /** A job goes on behind a checkpoint and is lost, and another one of another parallelism adopts this checkpoint. */
    ADOPT("with an older state adopted");

    private final String words;

    Disturbance(String words) {
        this.words = words;
    }

    /** The disturbance as a phrase. */
    public String words() {
        return words;
    }
}
