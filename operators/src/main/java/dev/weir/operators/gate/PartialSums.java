package dev.weir.operators.gate;

import dev.weir.operators.query.CellId;
import dev.weir.operators.query.Routes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a subtask has let through since it last handed over: one sum a cell, so that the second shuffle carries cells and
 * not records. Handed over before windows close and before every barrier, so there is nothing here to checkpoint.
 */
final class PartialSums {

    private final Routes routes;
    private final Map<CellId, long[]> sums = new HashMap<>();

    PartialSums(Routes routes) {
        this.routes = routes;
    }

    /** Adds to a cell what moved a unit's emitted totals from {@code before} to {@code after}. */
    void add(CellId cell, long[] before, long[] after) {
        long[] sum = sums.computeIfAbsent(cell, id -> new long[after.length]);
        for (int i = 0; i < sum.length; i++) {
            sum[i] = Math.addExact(sum[i], after[i] - before[i]);
        }
    }

    /** Hands over the sums of all windows that end at or before {@code due}. */
    void handOver(long due, Consumer<Partial> out) {
        Iterator<Map.Entry<CellId, long[]>> all = sums.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<CellId, long[]> entry = all.next();
            CellId cell = entry.getKey();
            if (cell.windowEnd() <= due) {
                int route = routes.of(cell.query(), cell.key());
                out.accept(new Partial(route, cell.query(), cell.key(), cell.windowEnd(), entry.getValue()));
                all.remove();
            }
        }
    }
}
