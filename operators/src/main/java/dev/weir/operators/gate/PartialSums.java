package dev.weir.operators.gate;

import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Routes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a subtask has let through since it last handed over: one sum a cell, so that the second shuffle carries cells and
 * not records. Handed over before windows close and before every barrier, so there is nothing here to checkpoint. Sums of 0
 * move nothing and stay here: what is released of a cell depends on its key alone.
 *
 * <p>Dense in the declared keys: 8 bytes a key and coordinate for every open window of a query.
 */
final class PartialSums {

    private final Plan plan;
    private final Routes routes;
    private final List<WindowSums> open = new ArrayList<>();
    private WindowSums last;

    PartialSums(Plan plan) {
        this.plan = plan;
        this.routes = new Routes(plan);
        this.last = new WindowSums(-1, Long.MIN_VALUE, 0, 0);
    }

    /** Adds to a cell what the record that was offered last moves it by. */
    void add(int query, int key, long end, CellRules moved) {
        if (last.query != query || last.end != end) {
            last = window(query, end);
        }
        moved.addTo(last.sums, key * last.width);
    }

    private WindowSums window(int query, long end) {
        for (WindowSums window : open) {
            if (window.query == query && window.end == end) {
                return window;
            }
        }
        Query asked = plan.queries().get(query).query();
        WindowSums window =
                new WindowSums(query, end, asked.keys().ticking(), new BlockLayout(asked.aggregates()).coordinates());
        open.add(window);
        return window;
    }

    /** Hands over the sums of all windows that end at or before {@code due}, and forgets these windows. */
    void close(long due, Consumer<Partial> out) {
        open.stream().filter(window -> window.end <= due).forEach(window -> window.handOver(routes, out));
        open.removeIf(window -> window.end <= due);
        last = new WindowSums(-1, Long.MIN_VALUE, 0, 0);
    }

    /** Hands over all sums. */
    void handOver(Consumer<Partial> out) {
        open.forEach(window -> window.handOver(routes, out));
    }

    /** The sums of one window of a query. */
    private static final class WindowSums {

        private final int query;
        private final long end;
        private final int width;
        private final long[] sums;

        WindowSums(int query, long end, int keys, int width) {
            this.query = query;
            this.end = end;
            this.width = width;
            this.sums = new long[Math.multiplyExact(keys, width)];
        }

        void handOver(Routes routes, Consumer<Partial> out) {
            for (int at = 0; at < sums.length; at += width) {
                if (!isZero(at)) {
                    int key = at / width;
                    long[] sum = Arrays.copyOfRange(sums, at, at + width);
                    out.accept(new Partial(routes.of(query, key), query, key, end, sum));
                    Arrays.fill(sums, at, at + width, 0);
                }
            }
        }

        private boolean isZero(int at) {
            for (int i = at; i < at + width; i++) {
                if (sums[i] != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
