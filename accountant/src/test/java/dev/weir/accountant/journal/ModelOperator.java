package dev.weir.accountant.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of the operators in a checkpoint, besides the journal: the number of released windows, the spending of the key's
 * account, rows that are in no batch yet, and the rows of closed batches.
 */
record ModelOperator(int released, int spent, List<ModelCopy> open, List<Closed> closed) {

    static final ModelOperator EMPTY = new ModelOperator(0, 0, List.of(), List.of());

    record Closed(long sequence, List<ModelCopy> rows) {}

    ModelOperator draw(ModelCopy copy) {
        List<ModelCopy> more = new ArrayList<>(open);
        more.add(copy);
        return new ModelOperator(copy.window(), spent + (copy.isCharged() ? 1 : 0), more, closed);
    }

    ModelOperator close(long sequence) {
        List<Closed> more = new ArrayList<>(closed);
        more.add(new Closed(sequence, open));
        return new ModelOperator(released, spent, List.of(), more);
    }

    ModelOperator forget(long sequence) {
        return new ModelOperator(
                released,
                spent,
                open,
                closed.stream().filter(batch -> batch.sequence() != sequence).toList());
    }

    /**
     * Returns the state after an adoption: pending and open rows are dropped, balances come from the ledger, and closed
     * windows stay closed.
     */
    ModelOperator adopted(int ledgerCharges, int closedWindows) {
        return new ModelOperator(Math.max(released, closedWindows), ledgerCharges, List.of(), List.of());
    }

    List<ModelCopy> rows(long sequence) {
        return closed.stream()
                .filter(batch -> batch.sequence() == sequence)
                .findFirst()
                .map(Closed::rows)
                .orElse(List.of());
    }
}
