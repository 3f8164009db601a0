package dev.weir.operators.release;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the rows that a subtask has emitted and that no completed checkpoint holds: they are not published yet, so somebody
 * keeps them in memory.
 *
 * <p>Only completed checkpoints count. One that fails, and a savepoint, of whose completion Flink tells nobody, leave their
 * rows to the next one.
 */
final class UnpublishedRows {

    private final long most;
    private final Deque<Barrier> barriers = new ArrayDeque<>();
    private long rows;
    private long sinceBarrier;

    private record Barrier(long checkpoint, long rows) {}

    /** @param most at so many rows no further window is closed; at least 1 */
    UnpublishedRows(long most) {
        this.most = most;
    }

    /** Rows have been emitted. */
    void add(int emitted) {
        rows += emitted;
        sinceBarrier += emitted;
    }

    /** The barrier of a checkpoint has passed: the checkpoint holds the rows that were emitted before. */
    void barrier(long checkpoint) {
        if (sinceBarrier > 0) {
            barriers.add(new Barrier(checkpoint, sinceBarrier));
            sinceBarrier = 0;
        }
    }

    /** A checkpoint has completed, and so every earlier one is as good as completed. */
    void completed(long checkpoint) {
        while (!barriers.isEmpty() && barriers.peek().checkpoint <= checkpoint) {
            rows -= barriers.remove().rows;
        }
    }

    /** Whether so many rows wait that no further window is to be closed. */
    boolean isFull() {
        return rows >= most;
    }
}
