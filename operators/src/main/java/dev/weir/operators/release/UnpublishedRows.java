package dev.weir.operators.release;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the rows that a subtask has emitted and that no completed checkpoint holds: they are not published yet, so
 * they are kept in memory.
 *
 * <p>Only completed checkpoints count. The rows of a checkpoint that fails, and of a savepoint, whose completion Flink
 * does not report, count until the next completed checkpoint.
 */
final class UnpublishedRows {

    private final long most;
    private final Deque<Barrier> barriers = new ArrayDeque<>();
    private long rows;
    private long sinceBarrier;

    private record Barrier(long checkpoint, long rows) {}

    /**
     * A counter with a limit.
     *
     * @param most the number of rows at which no further window is closed; at least 1
     */
    UnpublishedRows(long most) {
        this.most = most;
    }

    /** Reports emitted rows. */
    void add(int emitted) {
        rows += emitted;
        sinceBarrier += emitted;
    }

    /** Reports the barrier of a checkpoint, which holds the rows that were emitted before. */
    void barrier(long checkpoint) {
        if (sinceBarrier > 0) {
            barriers.add(new Barrier(checkpoint, sinceBarrier));
            sinceBarrier = 0;
        }
    }

    /** Reports a completed checkpoint. Every earlier one counts as completed, too. */
    void completed(long checkpoint) {
        while (!barriers.isEmpty() && barriers.peek().checkpoint <= checkpoint) {
            rows -= barriers.remove().rows;
        }
    }

    /** Whether so many rows wait that no further window may be closed. */
    boolean isFull() {
        return rows >= most;
    }
}
