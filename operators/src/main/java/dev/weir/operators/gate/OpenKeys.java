package dev.weir.operators.gate;

import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The numbers of each query's keys in each open span of cells: {@link Window#spanEnd}. All tables of a subtask and its sums
 * share them. They are kept until the span ends.
 */
final class OpenKeys {

    private final IntFunction<KeyNumbers> numbers;
    private final List<List<Numbered>> open;

    private record Numbered(long end, KeyNumbers numbers) {}

    /** The numbers of the keys of a plan's queries; no span is open yet. */
    OpenKeys(Plan plan) {
        this(plan, number -> {
            Query query = plan.queries().get(number).query();
            return query.keys().numbers(query.name());
        });
    }

    /** @param numbers creates the numbers of a query's keys in a new span */
    OpenKeys(Plan plan, IntFunction<KeyNumbers> numbers) {
        this.numbers = numbers;
        this.open = Stream.generate(() -> (List<Numbered>) new ArrayList<Numbered>())
                .limit(plan.queries().size())
                .toList();
    }

    /** The numbers of a query's keys in the span that ends at {@code end}, which is opened if it is not open. */
    KeyNumbers of(int query, long end) {
        List<Numbered> spans = open.get(query);
        for (int i = spans.size() - 1; i >= 0; i--) {
            if (spans.get(i).end == end) {
                return spans.get(i).numbers;
            }
        }
        Numbered span = new Numbered(end, numbers.apply(query));
        spans.add(span);
        return span.numbers;
    }

    /** Forgets the spans that end at or before {@code closedUpTo}. */
    void close(long closedUpTo) {
        open.forEach(spans -> spans.removeIf(span -> span.end <= closedUpTo));
    }
}
