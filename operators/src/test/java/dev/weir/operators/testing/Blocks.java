package dev.weir.operators.testing;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.Quantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.SecondMoments;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Creates aggregates of every kind with random parameters, and random records. */
public final class Blocks {

    private Blocks() {}

    /**
     * Returns a random aggregate.
     *
     * @param gaussian whether the noise will be Gaussian; a vector's norm must match it
     */
    public static Aggregate random(SplittableRandom random, String name, boolean gaussian) {
        BigDecimal weight = BigDecimal.valueOf(1 + random.nextInt(4));
        BigDecimal grid = BigDecimal.valueOf(1 + random.nextInt(20), random.nextInt(3));
        long low = random.nextInt(-50, 50);
        Sum.Range clamp = new Sum.Range(low, low + 1 + random.nextInt(200));
        List<Supplier<Aggregate>> kinds = List.of(
                () -> new Count(name, weight),
                () -> new Sum(name, weight, grid, clamp, random.nextBoolean() ? null : new Sum.Range(-30, 300)),
                () -> new DistinctUnits(name, weight),
                () -> new Mean(name, weight, grid, clamp),
                () -> new Variance(name, weight, grid, clamp),
                () -> new SumRatio(name, weight, term(random, grid), term(random, grid)),
                () -> new Histogram(
                        name, weight, List.of(BigDecimal.ZERO, BigDecimal.TEN, new BigDecimal("99.5")), null),
                () -> Quantiles.of(weight, new ValueGrid.Even(clamp, grid), List.of(OrderStatistic.median(name))),
                () -> gaussian ? new SecondMoments(name, weight, vector(random)) : new Count(name, weight),
                () -> new VectorSum(name, weight, grid, 1 + random.nextInt(5), bound(random, gaussian, grid)));
        return kinds.get(random.nextInt(kinds.size())).get();
    }

    /** Returns the words of a record of random values for a query of such aggregates. */
    public static long[] words(SplittableRandom random, Query query) {
        long[] words = new long[query.layout().words()];
        for (int i = 0; i < query.aggregates().size(); i++) {
            Aggregate aggregate = query.aggregates().get(i);
            BigDecimal[] values = new BigDecimal[aggregate.fields()];
            for (int j = 0; j < values.length; j++) {
                values[j] = BigDecimal.valueOf(random.nextInt(-400, 1400), random.nextInt(3));
            }
            aggregate.encode(values, 0, words, query.layout().word(i));
        }
        return words;
    }

    private static RecordVector vector(SplittableRandom random) {
        Feature.Ranged label = new Feature.Ranged("y", BigDecimal.ZERO, BigDecimal.valueOf(1000));
        List<Feature> features = List.of(
                Feature.CONSTANT,
                new Feature.Ranged("x", BigDecimal.valueOf(-100), BigDecimal.valueOf(random.nextInt(1000))),
                new Feature.Named("is", "a"));
        return new RecordVector(features, BigDecimal.ONE, random.nextBoolean() ? label : null);
    }

    private static RatioOfSums.Term term(SplittableRandom random, BigDecimal grid) {
        return new RatioOfSums.Term(grid, 1 + random.nextInt(100));
    }

    private static LengthBound bound(SplittableRandom random, boolean gaussian, BigDecimal grid) {
        Length length = random.nextInt(3) == 0 ? Length.LINF : gaussian ? Length.L2 : Length.L1;
        return new LengthBound(length, grid.multiply(BigDecimal.valueOf(1 + random.nextInt(300))));
    }
}
