package dev.weir.operators.release;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the rows that a subtask has emitted and that no completed checkpoint contains. Such rows are not published yet
 * and are kept in memory.
 *
 * <p>How many keys are announced that nobody declared is not known before windows close. So the limit grows with the largest number of rows of
 * a window since the last barrier, or half of what it was before, so that a single large window does not raise it for good.
 *
 * <p>Rows of a failed checkpoint, or of a savepoint, whose completion Flink does not report, count until the next
 * checkpoint completes.
 */
final class UnpublishedRows {

    private final long most;
    private final double windows;
    private final Deque<Barrier> barriers = new ArrayDeque<>();
    private long rows;
    private long sinceBarrier;
    private int largest;
    private int largestBefore;

    private record Barrier(long checkpoint, long rows) {}

    /**
     * Creates a counter with a limit.
     *
     * @param most the number of rows at which no further window is closed; at least 1
     * @param windows the number of windows whose rows may wait however many they are; 0 if the number of rows of all windows is known
     */
    UnpublishedRows(long most, double windows) {
        this.most = most;
        this.windows = windows;
    }

    /** Adds the emitted rows of a window. */
    void add(int emitted) {
        largest = Math.max(largest, emitted);
        rows += emitted;
        sinceBarrier += emitted;
    }

    /** Notes the barrier of a checkpoint, which contains the rows that were emitted before the barrier. */
    void barrier(long checkpoint) {
        largestBefore = Math.max(largest, largestBefore / 2);
        largest = 0;
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
        return rows >= Math.max(most, (long) (windows * Math.max(largest, largestBefore)));
    }
}
