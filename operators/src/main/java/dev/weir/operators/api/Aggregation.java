package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a query releases of each key and window, as a value: it is passed to {@link EmptyQuery#aggregate}.
 *
 * <pre>{@code
 * .aggregate(count("orders"), sum("revenue", Order::revenue, clamp(0, 50_000)))
 * }</pre>
 *
 * @param <T> the record
 */
public final class Aggregation<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Aggregate aggregate;
    private final List<SafeField<T, ? extends Number>> fields;

    private Aggregation(Aggregate aggregate, List<SafeField<T, ? extends Number>> fields) {
        this.aggregate = aggregate;
        this.fields = List.copyOf(fields);
    }

    /**
     * Counts records.
     *
     * @param name the name of the released value
     */
    public static <T> Aggregation<T> count(String name) {
        return new Aggregation<>(new Count(name, BigDecimal.ONE), List.of());
    }

    /**
     * Sums a number.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp the most that a record or a unit can add
     */
    public static <T> Aggregation<T> sum(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.sum(name), List.of(new SafeField<>(value)));
    }

    /**
     * How much of the query's price goes to this: the more, the less noise.
     *
     * @param weight relative to the others' weights, which are 1 if nothing is said; above 0
     */
    public Aggregation<T> weighing(long weight) {
        return new Aggregation<>(aggregate.weighing(BigDecimal.valueOf(weight)), fields);
    }

    Aggregate aggregate() {
        return aggregate;
    }

    /** What it reads from a record, in the order in which the aggregate takes it. */
    List<SafeField<T, ? extends Number>> fields() {
        return fields;
    }
}
