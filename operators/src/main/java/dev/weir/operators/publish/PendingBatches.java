package dev.weir.operators.publish;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows that wait for the checkpoint that holds them: open ones, and closed batches in their order. Pure.
 *
 * <p>A batch gets its number when a checkpoint closes it, and the checkpoint holds the number. So a batch that is published
 * again after a restore has the same number and the same bytes.
 */
final class PendingBatches {

    private final Deque<ReleaseBatch> closed = new ArrayDeque<>();
    private RowBuffer open = new RowBuffer(StateEncoding.INSTANCE);
    private long next = 1;

    void add(PublishedRow row) throws IOException {
        open.add(row);
    }

    /** Closes the open rows, if there are any: from now on they belong to this checkpoint. Nothing is put in order yet. */
    void close(long checkpoint) {
        if (!open.isEmpty()) {
            RowBuffer rows = open; // how many batches they are is known before they are in order
            Supplier<List<OrderedRows>> parts = new Once<>(() -> rows.inOrder().parts());
            for (int part = 0; part < OrderedRows.partsOf(rows.size()); part++) {
                int at = part;
                closed.add(ReleaseBatch.of(next++, checkpoint, () -> parts.get().get(at)));
            }
            open = new RowBuffer(StateEncoding.INSTANCE);
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

    /** What a checkpoint holds: all closed batches, oldest first, and behind them the number of the last one. */
    List<ReleaseBatch> held() {
        List<ReleaseBatch> held = new ArrayList<>(closed);
        held.add(ReleaseBatch.empty(lastNumber()));
        return held;
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
