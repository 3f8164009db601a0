package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Scalar;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * Something that a query releases of each key and window. It is a value, to be passed to {@link EmptyQuery#aggregate}.
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
     * @param clamp bounds what a record or a unit can add
     * @throws IllegalArgumentException if the clamp reaches beyond 2^40 grid steps
     */
    public static <T> Aggregation<T> sum(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.sum(name), List.of(new SafeField<>(value)));
    }

    /**
     * Sets the part of the query's price that goes to this aggregation. The larger the part, the less noise.
     *
     * @param weight relative to the weights of the query's other aggregations, which are 1 unless set; above 0
     * @throws IllegalArgumentException if it is not above 0
     */
    public Aggregation<T> weighing(long weight) {
        return new Aggregation<>(aggregate.weighing(BigDecimal.valueOf(weight)), fields);
    }

    /**
     * Releases running totals as the largest of their series so far, so that they never fall. Post-processing: it costs nothing,
     * and makes totals too large on average where they grow slowly.
     *
     * @throws IllegalArgumentException if it is neither a count nor a sum; for other windows than running totals, and for sums
     *     that may fall, when the query is made
     */
    public Aggregation<T> monotone() {
        return new Aggregation<>(scalar().processed(scalar().postProcessing().monotone()), fields);
    }

    /**
     * Releases what noise has taken below 0 as 0. Post-processing: it costs nothing, and makes values near 0 too large on average.
     *
     * @throws IllegalArgumentException if it is neither a count nor a sum
     */
    public Aggregation<T> nonNegative() {
        return new Aggregation<>(scalar().processed(scalar().postProcessing().nonNegative()), fields);
    }

    private Scalar scalar() {
        if (aggregate instanceof Scalar scalar) {
            return scalar;
        }
        throw new IllegalArgumentException("an aggregation must be a count or a sum to be monotone or non-negative");
    }

    Aggregate aggregate() {
        return aggregate;
    }

    /** The fields that are read from a record, in the order in which the aggregate takes their values. */
    List<SafeField<T, ? extends Number>> fields() {
        return fields;
    }
}
