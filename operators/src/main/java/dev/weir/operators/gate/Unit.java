package dev.weir.operators.gate;

import dev.weir.accountant.ledger.Quota;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the gate keeps of one privacy unit: its accounts, what its caps have counted, and its open cells. */
final class Unit {

    /** One account a query, {@link Quota#WORDS} words each. */
    final long[] spent;

    /** Cells touched in the unit's life, a query. */
    final int[] cells;

    /** Windows touched in the unit's life, a query. */
    final int[] windows;

    /** Open cells by key, for each query and open window. */
    final Map<WindowId, Map<Integer, Cell>> open = new HashMap<>();

    Unit(int queries) {
        this(new long[queries * Quota.WORDS], new int[queries], new int[queries]);
    }

    Unit(long[] spent, int[] cells, int[] windows) {
        this.spent = spent;
        this.cells = cells;
        this.windows = windows;
    }

    @Nullable Map<Integer, Cell> window(int query, long end) {
        return open.get(new WindowId(query, end));
    }

    /** Forgets the cells of windows that end at or before {@code floor}: no record can reach them any more. */
    void forget(long floor) {
        open.keySet().removeIf(window -> window.end() <= floor);
    }

    /**
     * A window of a query.
     *
     * @param query the query's number
     * @param end the end of the window, epoch milliseconds
     */
    record WindowId(int query, long end) {}

    /** What a unit has done in a cell. */
    static final class Cell {

        /** Records taken. */
        int records;

        /** What they offered, an aggregate, before the per-unit clamp. */
        final long[] raw;

        /** What they moved the cell by, an aggregate. */
        final long[] emitted;

        Cell(int records, long[] raw, long[] emitted) {
            this.records = records;
            this.raw = raw;
            this.emitted = emitted;
        }
    }
}
