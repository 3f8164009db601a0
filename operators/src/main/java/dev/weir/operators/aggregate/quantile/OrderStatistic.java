package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * One released value that is computed from the counts of leaves: some quantiles or an extreme.
 *
 * @param name the name of the released value
 * @param kind the kind of value
 * @param at the requested quantiles, each above 0 and below 1; for a median one half alone, for an extreme an empty
 *     list
 */
public record OrderStatistic(String name, Kind kind, List<BigDecimal> at) implements Serializable {

    private static final BigDecimal HALF = new BigDecimal("0.5");

    /** The kinds of released values. */
    public enum Kind {
        /** One or more quantiles. */
        QUANTILES(1),
        /** The quantile of one half. */
        MEDIAN(2),
        /** The largest value such that more records are at or above it than noise alone can produce. */
        MAX(3),
        /** The smallest value such that more records are at or below it than noise alone can produce. */
        MIN(4);

        /** The number of the kind in fingerprints. */
        private final long number;

        Kind(long number) {
            this.number = number;
        }
    }

    /** @throws IllegalArgumentException if a quantile is outside of its range, or there are none or more than 100 */
    public OrderStatistic {
        at = List.copyOf(at);
        if (kind == Kind.QUANTILES && (at.isEmpty() || at.size() > 100)) {
            throw new IllegalArgumentException("at must hold 1 to 100 quantiles, held " + at.size());
        }
        for (BigDecimal q : at) {
            if (q.signum() <= 0 || q.compareTo(BigDecimal.ONE) >= 0) {
                throw new IllegalArgumentException("at must hold numbers above 0 and below 1, held " + q);
            }
        }
    }

    /**
     * Returns one or more quantiles as one statistic.
     *
     * @param name the name of the released value
     * @param at the requested quantiles, 1 to 100, each above 0 and below 1
     * @throws IllegalArgumentException if a quantile is outside of its range, or there are none or more than 100
     */
    public static OrderStatistic quantiles(String name, List<BigDecimal> at) {
        return new OrderStatistic(name, Kind.QUANTILES, at);
    }

    /**
     * Returns the median as a statistic.
     *
     * @param name the name of the released value
     */
    public static OrderStatistic median(String name) {
        return new OrderStatistic(name, Kind.MEDIAN, List.of(HALF));
    }

    /**
     * Returns the largest value as a statistic.
     *
     * @param name the name of the released value
     */
    public static OrderStatistic max(String name) {
        return new OrderStatistic(name, Kind.MAX, List.of());
    }

    /**
     * Returns the smallest value as a statistic.
     *
     * @param name the name of the released value
     */
    public static OrderStatistic min(String name) {
        return new OrderStatistic(name, Kind.MIN, List.of());
    }

    /**
     * Returns the expectation for the released value. Its error depends on how many records are expected.
     *
     * @param values the values that may be released
     * @param rank gives the error of a quantile's rank, in records, that is exceeded with probability 0.05
     * @param ignored gives how many records an extreme ignores
     */
    Expectation expectation(
            ValueGrid values,
            ToDoubleBiFunction<BigDecimal, AdditiveNoise> rank,
            ToDoubleFunction<AdditiveNoise> ignored) {
        double low = values.value(0).doubleValue();
        double high = values.value(values.leaves() - 1).doubleValue();
        return new Expectation(
                name,
                List.of(Expectation.Fact.between(low, high).ifKnown(), Expectation.Fact.RECORDS),
                (expected, noise) -> errors(expected.of(Expectation.RECORDS), noise, rank, ignored));
    }

    private List<ExpectedError> errors(
            double records,
            AdditiveNoise noise,
            ToDoubleBiFunction<BigDecimal, AdditiveNoise> rank,
            ToDoubleFunction<AdditiveNoise> ignored) {
        return at.isEmpty()
                ? List.of(new ExpectedError.Ignored(ignored.applyAsDouble(noise), records))
                : at.stream()
                        .<ExpectedError>map(
                                q -> new ExpectedError.Rank(q.doubleValue(), rank.applyAsDouble(q, noise), records))
                        .toList();
    }

    TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, name).put(2, kind.number);
        at.forEach(q -> fields.put(3, q));
        return fields;
    }
}
