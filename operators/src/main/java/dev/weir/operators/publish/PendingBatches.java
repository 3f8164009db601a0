package dev.weir.operators.publish;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that wait for the checkpoint that holds them: one open batch, and closed batches in their order. Pure.
 *
 * <p>A batch gets its number when a checkpoint closes it, and the checkpoint holds the number. So a batch that is published
 * again after a restore has the same number and the same bytes.
 */
final class PendingBatches {

    private final Deque<ReleaseBatch> closed = new ArrayDeque<>();
    private List<PublishedRow> open = new ArrayList<>();
    private long next = 1;

    void add(PublishedRow row) {
        open.add(row);
    }

    /** Closes the open batch, unless it is empty: from now on it belongs to this checkpoint. */
    void close(long checkpoint) throws IOException {
        if (!open.isEmpty()) {
            open.sort(PublishedRow.PUBLIC_ORDER);
            closed.add(ReleaseBatch.of(next++, checkpoint, open));
            open = new ArrayList<>();
        }
    }

    /** The oldest batch that was closed at or before a checkpoint; null if there is none. */
    @Nullable ReleaseBatch due(long checkpoint) {
        ReleaseBatch oldest = closed.peek();
        return oldest != null && oldest.checkpoint() <= checkpoint ? oldest : null;
    }

    /** Forgets the oldest batch, which has been published. */
    void forgetOldest() {
        closed.remove();
    }

    /** All closed batches, oldest first: a checkpoint holds them. */
    Iterable<ReleaseBatch> all() {
        return closed;
    }

    /** How many batches have ever been closed. */
    long lastNumber() {
        return next - 1;
    }

    /** The number of the oldest batch that has not been published. */
    long nextToPublish() {
        ReleaseBatch oldest = closed.peek();
        return oldest == null ? next : oldest.number();
    }

    /** Takes a batch from a completed checkpoint; one without rows only says which number was the last. */
    void restore(ReleaseBatch batch) throws IOException {
        if (!batch.isEmpty()) {
            closed.add(batch);
        }
        next = Math.max(next, batch.number() + 1);
    }
}
