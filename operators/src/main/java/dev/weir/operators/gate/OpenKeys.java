package dev.weir.operators.gate;

import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The numbers of each query's keys in each open window. All tables of a subtask and its sums share them.
 *
 * <p>The numbers of a window are kept as long as {@link Window#keptUntil} says.
 */
final class OpenKeys {

    private final List<Window> windows;
    private final IntFunction<KeyNumbers> numbers;
    private final List<List<Numbered>> open;

    private record Numbered(long end, KeyNumbers numbers) {}

    /** The numbers of the keys of a plan's queries; no window is open yet. */
    OpenKeys(Plan plan) {
        this(plan, ofEachQuery(plan));
    }

    private static IntFunction<KeyNumbers> ofEachQuery(Plan plan) {
        List<Supplier<KeyNumbers>> queries = plan.queries().stream()
                .map(PricedQuery::query)
                .map(query -> query.keys().numbers(query.name()))
                .toList();
        return number -> queries.get(number).get();
    }

    /** @param numbers creates the numbers of a query's keys in a new window */
    OpenKeys(Plan plan, IntFunction<KeyNumbers> numbers) {
        this.windows =
                plan.queries().stream().map(priced -> priced.query().window()).toList();
        this.numbers = numbers;
        this.open = Stream.generate(() -> (List<Numbered>) new ArrayList<Numbered>())
                .limit(windows.size())
                .toList();
    }

    /** The numbers of a query's keys in the window that ends at {@code end}, which is opened if it is not open. */
    KeyNumbers of(int query, long end) {
        List<Numbered> windows = open.get(query);
        for (int i = windows.size() - 1; i >= 0; i--) {
            if (windows.get(i).end == end) {
                return windows.get(i).numbers;
            }
        }
        Numbered window = new Numbered(end, numbers.apply(query));
        windows.add(window);
        return window.numbers;
    }

    /** Forgets the windows that need not be kept once all windows up to {@code closedUpTo} are closed. */
    void close(long closedUpTo) {
        for (int query = 0; query < open.size(); query++) {
            Window kept = windows.get(query);
            open.get(query).removeIf(window -> kept.keptUntil(window.end) <= closedUpTo);
        }
    }
}
