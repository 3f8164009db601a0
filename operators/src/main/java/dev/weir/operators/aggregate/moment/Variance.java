package dev.weir.operators.aggregate.moment;

import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.sample.NumberMeasure;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.aggregate.solved.SolvedBlock;
import dev.weir.operators.aggregate.solved.SolvedRow;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The population variance of a field and its root, with the mean, the count and the sum at no further cost. It is a
 * block of three coordinates: the sums of (R - y)&sup2;, 2 y (R - y) and y&sup2;, where y = 0..R is the number of steps
 * by which a value exceeds the lower bound of the clamp.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: the three numbers
 * that a record adds are never negative and add up to R&sup2;. So the record's l1 size is R&sup2; and its squared l2
 * size at most R<sup>4</sup>. Mechanism and charge: all three coordinates have noise of the same scale, and a record is
 * charged the growth of the size of its unit's sum of vectors: {@link dev.weir.accountant.mechanism.BlockGrowth}.
 * Everything else is post-processing. Source: derived here; the three numbers are the Bernstein polynomials of degree
 * 2.
 *
 * <p><b>Error.</b> {@link #errors} computes the error to first order in the noise. The stated error is at most the
 * largest error that the clamp allows, which is a quarter of its squared width for the variance. There is no exact
 * interval for the variance.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param grid the value of one grid step, above 0
 * @param clamp bounds of one record's value in grid steps, within 2^52 of 0 and R = 1 to 2^16 apart
 */
public record Variance(String name, BigDecimal weight, BigDecimal grid, Sum.Range clamp)
        implements ClampedBlock, SolvedBlock {

    private static final int VARIANCE = 4;
    private static final long MOST_STEPS = 1L << 16;
    private static final int SQUARES = 2;

    /** The largest error of a variance is searched over this many means on each side of the middle of the clamp. */
    private static final int MEANS = 32;

    /** @throws IllegalArgumentException if a component is not as described */
    public Variance {
        Block.requirePositive(weight, grid);
        Clamping.require(clamp, MOST_STEPS);
    }

    private long width() {
        return Clamping.width(clamp);
    }

    private BigInteger squaredWidth() {
        return BigInteger.valueOf(width()).pow(2);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, VARIANCE)
                .put(2, name)
                .put(3, weight)
                .put(4, grid)
                .put(5, clamp.identity());
    }

    @Override
    public Variance weighing(BigDecimal other) {
        return new Variance(name, other, grid, clamp);
    }

    @Override
    public int coordinates() {
        return SQUARES + 1;
    }

    @Override
    public void vector(long[] words, int from, long[] vector) {
        long above = words[from];
        long below = width() - above;
        vector[0] = below * below;
        vector[1] = 2 * above * below;
        vector[SQUARES] = above * above;
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return norm.size(width() * width());
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(estimate(moments(measured, at), stddevs[at]));
    }

    @Override
    public Estimate estimate(SolvedRow row) {
        return estimate(new SquareMoments(steps(), row.millionths(), SolvedRow.STEP), row.stddev());
    }

    @Override
    public NodeNumbers nodeNumbers() {
        return NodeNumbers.DECIMALS;
    }

    private Estimate estimate(SquareMoments moments, double stddev) {
        MomentErrors errors = errors(moments, stddev).within(span());
        BigDecimal variance = moments.variance();
        Map<String, @Nullable Object> fields = number(variance, errors.variance());
        BigDecimal deviation = Estimate.decimal(Math.sqrt(variance.doubleValue()));
        fields.put("deviation", number(deviation, errors.deviation()));
        fields.put("mean", number(moments.mean(), errors.mean()));
        fields.put("count", number(moments.wholeCount(), errors.count()));
        fields.put("sum", number(moments.sum(), errors.sum()));
        return new Estimate(name, fields);
    }

    @Override
    public MomentErrors errors(long[] measured, int at, double stddev) {
        return errors(moments(measured, at), stddev);
    }

    private MomentErrors errors(SquareMoments moments, double stddev) {
        return errors(stddev, moments.count(), moments.relativeMean(), moments.relativeVariance());
    }

    private SquareMoments.Steps steps() {
        return new SquareMoments.Steps(clamp, grid);
    }

    private SquareMoments moments(long[] measured, int at) {
        List<BigInteger> numbers = IntStream.range(at, at + coordinates())
                .mapToObj(i -> BigInteger.valueOf(measured[i]))
                .toList();
        return new SquareMoments(steps(), numbers, BigInteger.ONE);
    }

    private static Map<String, @Nullable Object> number(BigDecimal value, double stddev) {
        return Estimate.number(value, Double.isFinite(stddev) ? Estimate.printed(stddev) : null);
    }

    /**
     * Returns the errors of values that are computed from three noisy coordinates.
     *
     * @param stddev the standard deviation of the noise in each coordinate, in squared grid steps
     * @param count the number of records, above 0
     * @param mean the mean of the values, relative to the clamp: from 0 to 1
     * @param variance the variance of the values, relative to the square of the clamp's width: from 0 to 1/4
     */
    public MomentErrors errors(double stddev, double count, double mean, double variance) {
        double width = width();
        double low = clamp.low() / width;
        double step = grid.doubleValue();
        double relative = stddev / (width * width);
        double below = 1 - mean;
        double ofVariance = step
                * width
                * (step * width)
                * relative
                / count
                * MomentErrors.norm(mean * mean - variance, mean * mean - mean - variance, below * below - variance);
        return new MomentErrors(
                Math.sqrt(3) * relative,
                step * width * relative * MomentErrors.norm(low, low + 0.5, low + 1),
                step * width * relative * MomentErrors.norm(mean, 0.5 - mean, below) / count,
                ofVariance,
                ofVariance == 0 ? 0 : ofVariance / (2 * step * width * Math.sqrt(variance)));
    }

    /**
     * The accuracy of each coordinate in the square of the field's unit, then of the count and the sum, and of the
     * variance of 100 records that are spread evenly over the clamp.
     */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        MomentErrors errors = errors(noise.stddev(), 100, 0.5, 1.0 / 12).within(span());
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("count", Map.of("stddev", errors.count()));
        derived.put("sum", Map.of("stddev", errors.sum()));
        derived.put("of-100-records", Map.of("stddev", errors.variance()));
        return accuracy(noise, grid.pow(2), new BigDecimal(squaredWidth()), derived);
    }

    @Override
    public List<Expectation> expectations() {
        double width = width() * grid.doubleValue();
        double low = clamp.low() * grid.doubleValue();
        Expectation.Fact mean = new Expectation.Fact(Expectation.MEAN, "the mean", low, low + width, false);
        return List.of(new Expectation(
                name,
                List.of(Expectation.Fact.between(0, width * width / 4), Expectation.Fact.RECORDS, mean),
                (expected, noise) -> List.of(error(noise, expected))));
    }

    /**
     * Returns the expected error, at most a quarter of the squared width, as in output rows. If no mean is expected,
     * the result is the largest error over the possible means.
     */
    private ExpectedError error(AdditiveNoise noise, Expectation.Given expected) {
        double width = width() * grid.doubleValue();
        double variance = expected.of(Expectation.SIZE);
        double relative = variance / (width * width);
        double reach = Math.sqrt(Math.max(0, 0.25 - relative));
        Double mean = expected.facts().get(Expectation.MEAN);
        DoubleStream means = mean == null
                ? IntStream.rangeClosed(-MEANS, MEANS).mapToDouble(i -> 0.5 + reach * i / MEANS)
                : DoubleStream.of(mean / width - (double) clamp.low() / width());
        double records = Math.max(1, expected.of(Expectation.RECORDS));
        double error = means.map(at -> errors(noise.stddev(), records, at, relative)
                        .within(span())
                        .variance())
                .max()
                .orElseThrow();
        return new ExpectedError.Deviation("", error, variance);
    }

    @Override
    public Variance clampedTo(int place, Ends ends) {
        return new Variance(name, weight, grid, inSteps(ends));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(Variance::variance));
    }

    private static double variance(Sample records) {
        double mean = records.mean();
        return records.values(0).map(value -> (value - mean) * (value - mean)).sum() / records.size();
    }
}
