package dev.weir.operators.testing;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.RatioOfSums;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.moment.Variance;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.VectorSum;
import dev.weir.operators.query.Plan;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Values of several numbers that rows of levels may have, for both kinds of noise. */
public final class LevelBlocks {

    public static final Mean MEAN = new Mean("mean", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(-3, 7));
    public static final Variance VARIANCE =
            new Variance("variance", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(-3, 7));
    public static final Histogram HISTOGRAM =
            new Histogram("bins", BigDecimal.ONE, List.of(BigDecimal.ZERO, BigDecimal.valueOf(5)), null);
    public static final VectorSum VECTOR = new VectorSum(
            "vector",
            BigDecimal.ONE,
            BigDecimal.ONE,
            2,
            new LengthBound(LengthBound.Length.LINF, BigDecimal.valueOf(5)));
    public static final SumRatio RATIO = new SumRatio(
            "ratio", BigDecimal.ONE, new RatioOfSums.Term(BigDecimal.ONE, 5), new RatioOfSums.Term(BigDecimal.ONE, 3));

    private static final List<Aggregate> ALL = List.of(MEAN, VARIANCE, HISTOGRAM, VECTOR, RATIO);

    private LevelBlocks() {}

    /** Returns a block, alone or beside a count. */
    public static Aggregate[] any(SplittableRandom random) {
        Aggregate block = ALL.get(random.nextInt(ALL.size())).weighing(BigDecimal.valueOf(random.nextInt(1, 4)));
        return random.nextBoolean() ? new Aggregate[] {block} : new Aggregate[] {block, new Count("n", BigDecimal.ONE)};
    }

    /** Returns a record of one unit whose fields have a value. */
    public static Contributions record(Plan plan, long time, int cell, long value) {
        long[] words = words(plan.queries().get(0).query().aggregates(), value);
        return new Contributions(
                new byte[] {1}, plan.unit().period(time), time, new int[] {0}, new int[] {cell}, words);
    }

    /** Returns the words of a record all of whose fields are a value, with alternating signs. */
    public static long[] words(List<Aggregate> aggregates, long value) {
        long[] words = new long[aggregates.stream().mapToInt(Aggregate::words).sum()];
        int at = 0;
        for (Aggregate aggregate : aggregates) {
            BigDecimal[] fields = new BigDecimal[Math.max(1, aggregate.fields())];
            Arrays.setAll(fields, i -> BigDecimal.valueOf(i % 2 == 0 ? value : -value));
            aggregate.encode(fields, 0, words, at);
            at += aggregate.words();
        }
        return words;
    }
}
