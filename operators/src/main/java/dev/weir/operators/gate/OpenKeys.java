package dev.weir.operators.gate;

import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The numbers of each query's keys in each open window. All tables of a subtask and its sums share them.
 *
 * <p>The numbers of a window are kept as long as {@link Window#keptUntil} says.
 */
final class OpenKeys {

    private final List<Window> windows;
    private final IntFunction<KeyNumbers> numbers;
    private final ByWindow<KeyNumbers> open;

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
        this.windows = plan.windows();
        this.numbers = numbers;
        this.open = new ByWindow<>(windows.size());
    }

    /** The numbers of a query's keys in the window that ends at {@code end}, which is opened if it is not open. */
    KeyNumbers of(int query, long end) {
        KeyNumbers known = open.find(query, end);
        if (known == null) {
            known = numbers.apply(query);
            open.put(query, end, known);
        }
        return known;
    }

    /** Forgets the windows that need not be kept once all windows up to {@code closedUpTo} are closed. */
    void close(long closedUpTo) {
        for (int query = 0; query < windows.size(); query++) {
            Window kept = windows.get(query);
            open.removeIf(query, (end, keys) -> kept.keptUntil(end) <= closedUpTo);
        }
    }
}
