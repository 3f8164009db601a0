package dev.weir.operators.gate;

import dev.weir.operators.query.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The numbers of each query's keys in each open window: the same in all tables of a subtask and in its sums.
 *
 * <p>A window is named by its query and by the time until when its cells are kept.
 */
final class OpenKeys {

    private final IntFunction<KeyNumbers> numbers;
    private final List<List<Window>> open;

    private record Window(long keptUntil, KeyNumbers numbers) {}

    /** The keys of a plan's queries; no window is open yet. */
    OpenKeys(Plan plan) {
        this(plan.queries().size(), number -> {
            Query query = plan.queries().get(number).query();
            return query.keys().numbers(query);
        });
    }

    /** @param numbers makes the numbers of a query's keys in a new window */
    OpenKeys(int queries, IntFunction<KeyNumbers> numbers) {
        this.numbers = numbers;
        this.open = Stream.generate(() -> (List<Window>) new ArrayList<Window>())
                .limit(queries)
                .toList();
    }

    /** The numbers in a window, which is opened if it is not. */
    KeyNumbers of(int query, long keptUntil) {
        List<Window> windows = open.get(query);
        for (int i = windows.size() - 1; i >= 0; i--) {
            if (windows.get(i).keptUntil == keptUntil) {
                return windows.get(i).numbers;
            }
        }
        Window window = new Window(keptUntil, numbers.apply(query));
        windows.add(window);
        return window.numbers;
    }

    /** Forgets the windows that are kept until {@code due} or less. */
    void close(long due) {
        open.forEach(windows -> windows.removeIf(window -> window.keptUntil <= due));
    }
}
