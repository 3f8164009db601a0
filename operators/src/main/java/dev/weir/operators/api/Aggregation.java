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
 * A value that a query releases for each key and window. An aggregation is passed to {@link EmptyQuery#aggregate}.
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
     * @param <T> the record
     * @param name the name of the released value
     */
    public static <T> Aggregation<T> count(String name) {
        return new Aggregation<>(new Count(name, BigDecimal.ONE), List.of());
    }

    /**
     * Counts privacy units. A unit that is a user and day counts once for each day of a window.
     *
     * @param <T> the record
     * @param name the name of the released value
     */
    public static <T> Aggregation<T> distinctUnits(String name) {
        return new Aggregation<>(new DistinctUnits(name, BigDecimal.ONE), List.of());
    }

    /**
     * Sums a number.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds what a record or a unit can add
     * @throws IllegalArgumentException if a bound exceeds 2^40 grid steps or is not a whole number of steps, or the clamp is fewer than 100
     *     wide and {@link Clamp#onGrid} was not called
     */
    public static <T> Aggregation<T> sum(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.sum(name), List.of(ValueField.number(value)));
    }

    /**
     * The mean of a number, with a confidence interval of the mean, and with the count and the sum.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds the value of each record
     * @throws IllegalArgumentException if the clamp bounds a unit's total, is not 1 to 2^40 grid steps wide, or does not fit the grid (as
     *     for a sum)
     */
    public static <T> Aggregation<T> mean(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.mean(name), List.of(ValueField.number(value)));
    }

    /**
     * The population variance of a number and its root, with the mean, the count and the sum.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param clamp bounds the value of each record
     * @throws IllegalArgumentException if the clamp bounds a unit's total, is not 1 to 2^16 grid steps wide, or does not fit the grid (as
     *     for a sum)
     */
    public static <T> Aggregation<T> variance(String name, Field<T, ? extends Number> value, Clamp clamp) {
        return new Aggregation<>(clamp.block(name, Variance::new), List.of(ValueField.number(value)));
    }

    /**
     * The ratio of two sums of numbers that are never negative, with both sums.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param numerator the sum that is divided
     * @param denominator the sum by which the numerator is divided
     * @throws IllegalArgumentException if the clamps' bounds in grid steps have a product above 2^40, or a clamp does not fit its grid (as
     *     for a sum)
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
     * @param clamp bounds the value of each record; the lower bound is 0
     * @param <T> the record
     */
    public record Summand<T>(Field<T, ? extends Number> value, Clamp clamp) {}

    /**
     * Counts of a number's values below the first edge, between edges, and from the last edge on: {@link Histogram} without a grid.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param value reads the number from a record
     * @param edges 1 to 4095 public edges, each above the one before
     * @throws IllegalArgumentException if the edges are not as described
     */
    public static <T> Aggregation<T> histogram(String name, Field<T, ? extends Number> value, List<BigDecimal> edges) {
        return new Aggregation<>(new Histogram(name, BigDecimal.ONE, edges, null), List.of(ValueField.number(value)));
    }

    /**
     * Quantiles, median, largest and smallest value of a number. All statistics are computed from one tree, so the price is paid once.
     *
     * @param <T> the record
     * @param value reads the number from a record
     * @param values the values that may be released: {@link ValueGrid#evenly}, or {@link ValueGrid.Relative}
     * @param first a statistic that is released, such as {@link OrderStatistic#median}
     * @param more further statistics
     */
    public static <T> Aggregation<T> quantiles(
            Field<T, ? extends Number> value, ValueGrid values, OrderStatistic first, OrderStatistic... more) {
        return new Aggregation<>(
                Quantiles.of(BigDecimal.ONE, values, listed(first, more)), List.of(ValueField.number(value)));
    }

    /**
     * One to three quantiles of a number, each selected by a separate draw and released without an interval and a count. The quantiles
     * share the price. With few records in a cell, a single quantile is more accurate than one of {@link #quantiles}.
     *
     * @param <T> the record
     * @param value reads the number from a record
     * @param values the values that may be released: {@link ValueGrid#evenly}, or {@link ValueGrid.Relative}
     * @param first a statistic that is released, such as {@link OrderStatistic#median}
     * @param more further statistics
     * @throws IllegalArgumentException if more than three quantiles are requested, or one has more than 6 decimals
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
     * Counts of records by their text: one bin for each declared text. Records with other texts are not counted.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param text reads the text from a record
     * @param values 1 to 4096 distinct public texts of up to 256 bytes
     */
    public static <T> Aggregation<T> histogramOfTexts(String name, Field<T, String> text, List<String> values) {
        Candidates bins = new Candidates(values, Candidates.UNLIMITED);
        return new Aggregation<>(new TextHistogram(name, BigDecimal.ONE, bins), List.of(ValueField.text(text, values)));
    }

    /**
     * The k candidates with the most records, and their noisy counts. A record with another text counts for no candidate.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param text reads the text from a record; it need not be a candidate
     * @param candidates the candidates: {@code new Candidates(texts, Candidates.UNLIMITED)}, or with a limit of 1 if a unit has one vote
     *     for each candidate
     * @param k how many candidates are released, from 1 to their number
     */
    public static <T> Aggregation<T> top(String name, Field<T, String> text, Candidates candidates, int k) {
        return new Aggregation<>(
                new TopCounts(name, BigDecimal.ONE, candidates, k), List.of(ValueField.text(text, candidates.texts())));
    }

    /**
     * The names of the k candidates with the most records, in order, without counts. This is more accurate than {@link #top} if a unit
     * votes for more than k candidates.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param text reads the text from a record; it need not be a candidate
     * @param candidates the candidates, and how many votes of a unit for one of them count in a cell
     * @param k how many candidates are released, from 1 to their number
     */
    public static <T> Aggregation<T> selectedTop(String name, Field<T, String> text, Candidates candidates, int k) {
        return new Aggregation<>(
                new TopSelection(name, BigDecimal.ONE, candidates, k),
                List.of(ValueField.text(text, candidates.texts())));
    }

    /**
     * The name of the option with the most records, and nothing else. This must be the only aggregation of its query.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param text reads the text from a record; it need not be an option
     * @param options the options, and the most votes of a unit for one option that count in a cell, which is also the full size of a record
     */
    public static <T> Aggregation<T> choose(String name, Field<T, String> text, Candidates options) {
        return new Aggregation<>(
                new Choice(name, BigDecimal.ONE, options), List.of(ValueField.text(text, options.texts())));
    }

    /**
     * The sum of vectors, each shortened to a length.
     *
     * @param <T> the record
     * @param name the name of the released value
     * @param coordinates the fields with the numbers of the vector: 1 to 4096
     * @param bound the largest length of a record's vector: in l2 for Gaussian noise, in l1 for a pure budget, or in linf
     * @param grid the grid to whose multiples coordinates are rounded, half up; above 0
     * @throws IllegalArgumentException if the bound is not 1 to 2^30 grid steps, or is in linf and not a whole number of steps
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
     * @param weight the weight relative to those of the query's other aggregations, which are 1 unless set; above 0
     * @throws IllegalArgumentException if the weight is not above 0
     */
    public Aggregation<T> weighing(long weight) {
        return new Aggregation<>(aggregate.weighing(BigDecimal.valueOf(weight)), fields);
    }

    /**
     * Releases running totals as the largest of their series so far, so that they never fall. This is post-processing: it costs nothing. On
     * average, totals that grow slowly become too large.
     *
     * @throws IllegalArgumentException if this is neither a count nor a sum. When the query is made, other windows than running totals, and
     *     sums that may fall, are refused too
     */
    public Aggregation<T> monotone() {
        return new Aggregation<>(aggregate.processed(aggregate.postProcessing().monotone()), fields);
    }

    /**
     * Releases a value that noise has made negative as 0. This is post-processing: it costs nothing. On average, values near 0 become too
     * large.
     *
     * @throws IllegalArgumentException if this is neither a count nor a sum
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
