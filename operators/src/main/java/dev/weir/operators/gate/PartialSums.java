package dev.weir.operators.gate;

import dev.weir.operators.aggregate.learn.RecordKeeper;
import dev.weir.operators.gate.cell.WindowMap;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeptEntries;
import dev.weir.operators.state.PagedEntries;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The sums that a subtask has counted since they were last sent. There is one sum for each cell, so that the second
 * shuffle carries one element for each cell and not for each record. Sums are sent before windows close and before
 * every barrier, so no checkpoint has to contain them. A sum of 0 is not sent. This does not change which cells are
 * released, because the choice of released cells does not depend on sums. Where records are kept one by one ({@link RecordKeeper}), the
 * shuffle carries one element for each record.
 *
 * <p>Memory: one {@link PagedEntries} for every window with a record since the last barrier.
 */
final class PartialSums {

    private final int[] widths;

    /** The most records that a cell of each query keeps; 0 if records are added up. */
    private final int[] kept;

    private final WindowMap<WindowSums> open;

    PartialSums(Plan plan) {
        widths = plan.queries().stream()
                .mapToInt(priced -> priced.query().totals())
                .toArray();
        kept = plan.queries().stream()
                .mapToInt(priced -> RecordKeeper.mostRecords(priced.query().aggregates()))
                .toArray();
        open = new WindowMap<>(widths.length);
    }

    /**
     * Returns the sums of a query's window, and creates them if there are none.
     *
     * @param query the query's number
     * @param end when the window ends, epoch milliseconds
     * @param numbers the numbers of the window's keys
     * @param rules the query's rules, which have assessed the records that are added
     */
    WindowSums window(int query, long end, KeyNumbers numbers, CellRules rules) {
        WindowSums known = open.find(query, end);
        if (known == null) {
            known = new WindowSums(query, end, numbers, rules);
            open.put(query, end, known);
        }
        return known;
    }

    /** Sends and removes the sums of all windows that end at or before {@code closedUpTo}. */
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

    /** Sends and removes all sums. */
    void flush(Consumer<PartialSum> out) {
        open.forEach(window -> window.send(out));
        open.clear();
    }

    /** The sums of one window of a query. */
    final class WindowSums {

        private final int query;
        private final long end;
        private final KeyNumbers numbers;
        private final CellRules rules;
        private final PagedEntries sums;

        /** How many sums a record moves at once. */
        private final int moved;

        private WindowSums(int query, long end, KeyNumbers numbers, CellRules rules) {
            this.query = query;
            this.end = end;
            this.numbers = numbers;
            this.rules = rules;
            this.sums = KeptEntries.or(numbers.size(), widths[query], kept[query]);
            this.moved = rules.summedCells() > 0 ? 1 : rules.sums();
        }

        /** Adds the move of the record that was assessed last to the sum of a key's cell. The sums of nodes above it move with it, now or when sums are sent. */
        void add(int key) {
            for (int i = 0; i < moved; i++) {
                int sum = rules.sum(key, i);
                rules.addTo(i, sums.touch(sum), sums.at(sum));
            }
        }

        /** Adds the sums of base cells to those of the other nodes above them, where records have moved the first sum alone. */
        private void addUp() {
            int first = moved < rules.sums() ? rules.sum(0, 0) : 0;
            sums.forEachNonZero(first, first + rules.summedCells(), (entry, words, at) -> {
                for (int i = moved; i < rules.sums(); i++) {
                    addTo(rules.sum(entry - first, i), words, at);
                }
            });
        }

        private void addTo(int sum, long[] words, int from) {
            long[] to = sums.touch(sum);
            int at = sums.at(sum);
            for (int word = 0; word < sums.width(); word++) {
                to[at + word] = Math.addExact(to[at + word], words[from + word]);
            }
        }

        /** Counts one more unit that has touched a key, in the last total of its cell. */
        void touch(int key) {
            long[] words = sums.touch(key);
            int last = sums.at(key) + sums.width() - 1;
            words[last] = Math.addExact(words[last], 1);
        }

        private void send(Consumer<PartialSum> out) {
            addUp();
            sums.forEachNonZero((key, words, at) -> out.accept(new PartialSum(
                    numbers.route(key),
                    query,
                    key,
                    end,
                    Arrays.copyOfRange(words, at, at + sums.width()),
                    numbers.text(key))));
        }
    }
}
