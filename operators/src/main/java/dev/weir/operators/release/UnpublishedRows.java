package dev.weir.operators.release;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the rows that a subtask has emitted and that no completed checkpoint contains. Such rows are not published yet
 * and are kept in memory.
 *
 * <p>Rows of a failed checkpoint, or of a savepoint, whose completion Flink does not report, count until the next
 * checkpoint completes.
 */
final class UnpublishedRows {

    private final long most;
    private final Deque<Barrier> barriers = new ArrayDeque<>();
    private long rows;
    private long sinceBarrier;

    private record Barrier(long checkpoint, long rows) {}

    /**
     * Creates a counter with a limit.
     *
     * @param most the number of rows at which no further window is closed; at least 1
     */
    UnpublishedRows(long most) {
        this.most = most;
    }

    /** Adds emitted rows. */
    void add(int emitted) {
        rows += emitted;
        sinceBarrier += emitted;
    }

    /** Notes the barrier of a checkpoint, which contains the rows that were emitted before the barrier. */
    void barrier(long checkpoint) {
        if (sinceBarrier > 0) {
            barriers.add(new Barrier(checkpoint, sinceBarrier));
            sinceBarrier = 0;
        }
    }

    /** Subtracts the rows of a completed checkpoint and of all earlier checkpoints. */
    void completed(long checkpoint) {
        while (!barriers.isEmpty() && barriers.peek().checkpoint <= checkpoint) {
            rows -= barriers.remove().rows;
        }
    }

    /** Whether the limit is reached, so that no further window may be closed. */
    boolean isFull() {
        return rows >= most;
    }
}
