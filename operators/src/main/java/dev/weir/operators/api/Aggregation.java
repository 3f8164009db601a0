package dev.weir.operators.api;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.top.Candidates;
import dev.weir.operators.aggregate.top.Choice;
import dev.weir.operators.aggregate.top.TextHistogram;
import dev.weir.operators.aggregate.top.TopCounts;
import dev.weir.operators.aggregate.top.TopSelection;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.VectorSum;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

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
    private final List<ValueField<T>> fields;

    Aggregation(Aggregate aggregate, List<ValueField<T>> fields) {
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
     * Counts privacy units. A unit that is a user and day counts once for each day of a window.
     *
     * @param name the name of the released value
     */
    public static <T> Aggregation<T> distinctUnits(String name) {
        return new Aggregation<>(new DistinctUnits(name, BigDecimal.ONE), List.of());
    }

    /**
     * Sums a number.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds what a record or a unit can add
     * @throws IllegalArgumentException if the clamp reaches beyond 2^40 grid steps, is no whole number of them, or is fewer than 100 wide
     *     and has no {@link Clamp#onGrid}
     */
    public static <T> Aggregation<T> sum(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.sum(name), List.of(ValueField.number(value)));
    }

    /**
     * The mean of a number, with its interval, and with the count and the sum.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds the value of each record
     * @throws IllegalArgumentException if the clamp bounds a unit's total, or is not 1 to 2^40 grid steps wide; as for a
     *     sum, if the grid does not go with it
     */
    public static <T> Aggregation<T> mean(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.mean(name), List.of(ValueField.number(value)));
    }

    /**
     * The population variance of a number and its root, with the mean, the count and the sum.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds the value of each record
     * @throws IllegalArgumentException if the clamp bounds a unit's total, or is not 1 to 2^16 grid steps wide; as for a
     *     sum, if the grid does not go with it
     */
    public static <T> Aggregation<T> variance(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.block(name, Variance::new), List.of(ValueField.number(value)));
    }

    /**
     * The ratio of two sums of numbers that are never negative, with both sums.
     *
     * @param name the name of the released value
     * @param numerator the sum that is divided
     * @param denominator the sum that it is divided by
     * @throws IllegalArgumentException if the clamps' bounds in grid steps have a product above 2^40; as for a sum, if a grid does not go
     *     with its clamp
     */
    public static <T> Aggregation<T> ratio(String name, Summand<T> numerator, Summand<T> denominator) {
        SumRatio ratio = new SumRatio(
                name,
                BigDecimal.ONE,
                numerator.clamp().term(),
                denominator.clamp().term());
        return new Aggregation<>(
                ratio, List.of(ValueField.number(numerator.value()), ValueField.number(denominator.value())));
    }

    /**
     * One of the two sums of a ratio.
     *
     * @param value reads the number from a record
     * @param clamp bounds the value of each record, from 0 on
     */
    public record Summand<T>(Field<T, ? extends Number> value, Clamp clamp) {}

    /**
     * Counts of a number's values below the first edge, from each edge up to the next, and from the last on. Values are compared as they
     * are; {@code grid} of a pipeline file rounds them, and not the edges, first: {@link Histogram}.
     *
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param edges public, 1 to 4095 of them, each above the one before
     * @throws IllegalArgumentException if the edges are not as described
     */
    public static <T> Aggregation<T> histogram(String name, Field<T, ? extends Number> value, List<BigDecimal> edges) {
        return new Aggregation<>(new Histogram(name, BigDecimal.ONE, edges, null), List.of(ValueField.number(value)));
    }

    /**
     * Quantiles, median, largest and smallest value of a number: whatever is asked for here is read off one tree and costs once.
     *
     * @param value reads the number from a record
     * @param values the values that may be released: {@link ValueGrid#evenly}, or {@link ValueGrid.Relative}
     * @param first what is released, such as {@link OrderStatistic#median}
     * @param more what else is
     */
    public static <T> Aggregation<T> quantiles(
            Field<T, ? extends Number> value, ValueGrid values, OrderStatistic first, OrderStatistic... more) {
        return new Aggregation<>(
                Quantiles.of(BigDecimal.ONE, values, listed(first, more)), List.of(ValueField.number(value)));
    }

    /**
     * One to three quantiles of a number, each selected by itself: closer to the truth than {@link #quantiles} where a key and window have
     * few records and one quantile is asked for, without an interval and a count. The price is split among them.
     *
     * @param value reads the number from a record
     * @param values the values that may be released: {@link ValueGrid#evenly}, or {@link ValueGrid.Relative}
     * @param first what is released, such as {@link OrderStatistic#median}
     * @param more what else is
     * @throws IllegalArgumentException if more than three quantiles are asked for, or one has more than 6 decimals
     */
    public static <T> Aggregation<T> selectedQuantiles(
            Field<T, ? extends Number> value, ValueGrid values, OrderStatistic first, OrderStatistic... more) {
        return new Aggregation<>(
                new SelectedQuantiles(BigDecimal.ONE, values, listed(first, more)), List.of(ValueField.number(value)));
    }

    private static List<OrderStatistic> listed(OrderStatistic first, OrderStatistic... more) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toList();
    }

    /**
     * Counts of records by their text: one bin for each declared text. Others count nowhere.
     *
     * @param name the name of the released value
     * @param text reads the text from a record
     * @param values public, 1 to 4096 distinct texts of up to 256 bytes
     */
    public static <T> Aggregation<T> histogramOfTexts(String name, Field<T, String> text, List<String> values) {
        Candidates bins = new Candidates(values, Candidates.UNLIMITED);
        return new Aggregation<>(new TextHistogram(name, BigDecimal.ONE, bins), List.of(ValueField.text(text, values)));
    }

    /**
     * The k candidates with the most records, and their noisy counts. A record whose text is none of them counts for none.
     *
     * @param name the name of the released value
     * @param text reads the text from a record, which may be another one
     * @param candidates what may be named: {@code new Candidates(texts, Candidates.UNLIMITED)}, or with a limit of 1 where a unit has one
     *     vote for each
     * @param k 1 to as many as there are
     */
    public static <T> Aggregation<T> top(String name, Field<T, String> text, Candidates candidates, int k) {
        return new Aggregation<>(
                new TopCounts(name, BigDecimal.ONE, candidates, k), List.of(ValueField.text(text, candidates.texts())));
    }

    /**
     * The names of the k candidates with the most records, in order, without counts: better than {@link #top} where a unit votes for more
     * than k of them.
     *
     * @param name the name of the released value
     * @param text reads the text from a record, which may be another one
     * @param candidates what may be named, and how many votes of a unit for one of them count in a cell
     * @param k 1 to as many as there are
     */
    public static <T> Aggregation<T> selectedTop(String name, Field<T, String> text, Candidates candidates, int k) {
        return new Aggregation<>(
                new TopSelection(name, BigDecimal.ONE, candidates, k),
                List.of(ValueField.text(text, candidates.texts())));
    }

    /**
     * The name of the option with the most records, and nothing else: the only aggregation of its query.
     *
     * @param name the name of the released value
     * @param text reads the text from a record, which may be another one
     * @param options what may be named, and how many votes of a unit for one of them count in a cell: a full-size record is as many
     */
    public static <T> Aggregation<T> choose(String name, Field<T, String> text, Candidates options) {
        return new Aggregation<>(
                new Choice(name, BigDecimal.ONE, options), List.of(ValueField.text(text, options.texts())));
    }

    /**
     * The sum of vectors, each shortened to a length.
     *
     * @param name the name of the released value
     * @param coordinates read the numbers of the vector from a record: 1 to 4096
     * @param bound how long a record's vector may be: in l2 for Gaussian noise, in l1 for a pure budget, or in linf
     * @param grid coordinates are rounded to multiples of it, half up
     * @throws IllegalArgumentException if the bound is not 1 to 2^30 grid steps, or in linf no whole number of them
     */
    public static <T> Aggregation<T> vector(
            String name, List<? extends Field<T, ? extends Number>> coordinates, LengthBound bound, BigDecimal grid) {
        bound.requireWhole(grid);
        List<ValueField<T>> fields = coordinates.stream()
                .map(coordinate -> ValueField.<T>number(coordinate))
                .toList();
        return new Aggregation<>(new VectorSum(name, BigDecimal.ONE, grid, coordinates.size(), bound), fields);
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
        return new Aggregation<>(aggregate.processed(aggregate.postProcessing().monotone()), fields);
    }

    /**
     * Releases what noise has taken below 0 as 0. Post-processing: it costs nothing, and makes values near 0 too large on average.
     *
     * @throws IllegalArgumentException if it is neither a count nor a sum
     */
    public Aggregation<T> nonNegative() {
        return new Aggregation<>(aggregate.processed(aggregate.postProcessing().nonNegative()), fields);
    }

    Aggregate aggregate() {
        return aggregate;
    }

    /** The fields that are read from a record, in the order in which the aggregate takes their values. */
    List<ValueField<T>> fields() {
        return fields;
    }
}
