package dev.weir.operators.gate;

import dev.weir.operators.gate.cell.WindowMap;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.PagedEntries;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The sums that a subtask has counted since it last flushed. There is one sum for each cell, so that the second shuffle
 * carries cells and not records. Sums are flushed before windows close and before every barrier, so no checkpoint has
 * to hold them. A sum of 0 changes nothing and is not sent; whether a cell is released does not depend on sums.
 *
 * <p>Bytes: those of {@link PagedEntries} in every window that has been added to since the last barrier.
 */
final class PartialSums {

    private final int[] widths;
    private final WindowMap<WindowSums> open;

    PartialSums(Plan plan) {
        widths = plan.queries().stream()
                .mapToInt(priced -> priced.query().layout().coordinates())
                .toArray();
        open = new WindowMap<>(widths.length);
    }

    /** The sums of a query's window, whose keys have {@code numbers}. They are created if there are none. */
    WindowSums window(int query, long end, KeyNumbers numbers) {
        WindowSums known = open.find(query, end);
        if (known == null) {
            known = new WindowSums(query, end, widths[query], numbers);
            open.put(query, end, known);
        }
        return known;
    }

    /** Sends and forgets the sums of all windows that end at or before {@code closedUpTo}. */
    void close(long closedUpTo, Consumer<PartialSum> out) {
        for (int query = 0; query < widths.length; query++) {
            open.removeIf(query, (end, window) -> {
                boolean isClosed = end <= closedUpTo;
                if (isClosed) {
                    window.send(out);
                }
                return isClosed;
            });
        }
    }

    /** Sends and forgets all sums. */
    void flush(Consumer<PartialSum> out) {
        open.forEach(window -> window.send(out));
        open.clear();
    }

    /** The sums of one window of a query. */
    static final class WindowSums {

        private final int query;
        private final long end;
        private final int width;
        private final KeyNumbers numbers;
        private final PagedEntries sums;

        private WindowSums(int query, long end, int width, KeyNumbers numbers) {
            this.query = query;
            this.end = end;
            this.width = width;
            this.numbers = numbers;
            this.sums = new PagedEntries(numbers.size(), width);
        }

        /** Adds the move of the last assessed record to the sum of a key's cell. */
        void add(int key, CellRules rules) {
            rules.addTo(sums.touch(key), sums.at(key));
        }

        private void send(Consumer<PartialSum> out) {
            sums.forEachNonZero((key, words, at) -> out.accept(
                    new PartialSum(numbers.route(key), query, key, end, Arrays.copyOfRange(words, at, at + width))));
        }
    }
}
