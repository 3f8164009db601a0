package dev.weir.operators.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Rows that wait for the checkpoint that holds them: one open batch, and closed batches by the checkpoint that closed
 * them. Pure.
 */
final class Pending {

    private List<Row> open = new ArrayList<>();
    private final NavigableMap<Long, List<Row>> closed = new TreeMap<>();

    void add(Row row) {
        open.add(row);
    }

    /** Closes the open batch: from now on it belongs to this checkpoint. */
    void close(long checkpoint) {
        if (!open.isEmpty()) {
            open.sort(Row.PUBLIC_ORDER);
            closed.computeIfAbsent(checkpoint, id -> new ArrayList<>()).addAll(open);
            open = new ArrayList<>();
        }
    }

    /** The rows of all batches closed at or before a checkpoint, batch by batch. */
    List<Row> upTo(long checkpoint) {
        List<Row> rows = new ArrayList<>();
        closed.headMap(checkpoint, true).values().forEach(rows::addAll);
        return rows;
    }

    /** Forgets the batches closed at or before a checkpoint: their copies have been acknowledged. */
    void forget(long checkpoint) {
        closed.headMap(checkpoint, true).clear();
    }

    /** All closed rows: what a checkpoint holds. */
    List<Row> all() {
        return upTo(Long.MAX_VALUE);
    }
}
