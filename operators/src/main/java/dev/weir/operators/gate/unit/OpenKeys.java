package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.WindowMap;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The numbers of each query's keys in each open span of cells ({@link Window#spanEnd}). All tables of a subtask and its partial sums share
 * these numbers. They are kept until the span ends.
 */
public final class OpenKeys {

    private final IntFunction<KeyNumbers> numbers;
    private final WindowMap<KeyNumbers> open;
    private final int queries;

    /**
     * Creates the numbers of the keys of a plan's queries. No span is open yet.
     *
     * @param plan the plan with the queries and their keys
     */
    public OpenKeys(Plan plan) {
        this(plan, ofEachQuery(plan));
    }

    private static IntFunction<KeyNumbers> ofEachQuery(Plan plan) {
        List<Supplier<KeyNumbers>> queries = plan.queries().stream()
                .map(PricedQuery::query)
                .map(query -> query.keys().numbers(query.name(), query.layout().words()))
                .toList();
        return number -> queries.get(number).get();
    }

    /**
     * Creates the numbers of the keys of a plan's queries. No span is open yet.
     *
     * @param plan the plan with the queries
     * @param numbers creates the numbers of a query's keys in a new span
     */
    public OpenKeys(Plan plan, IntFunction<KeyNumbers> numbers) {
        this.numbers = numbers;
        this.queries = plan.queries().size();
        this.open = new WindowMap<>(queries);
    }

    /**
     * Returns the numbers of a query's keys in a span, and opens the span if it is not open.
     *
     * @param query the query's number in its plan
     * @param end when the span ends, epoch milliseconds
     */
    public KeyNumbers of(int query, long end) {
        KeyNumbers known = open.find(query, end);
        if (known == null) {
            known = numbers.apply(query);
            open.put(query, end, known);
        }
        return known;
    }

    /**
     * Removes the spans that end at or before a time.
     *
     * @param closedUpTo the time, epoch milliseconds
     */
    public void close(long closedUpTo) {
        for (int query = 0; query < queries; query++) {
            open.removeIf(query, (end, keys) -> end <= closedUpTo);
        }
    }
}
