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
import org.jspecify.annotations.Nullable;

/**
 * The ratio of the sums of two fields that are never negative, with both sums. It is a block of three coordinates. Let
 * y = 0..Y be the numerator's value in steps and x = 0..X the denominator's value in steps. A record adds m = min(x Y,
 * y X), x Y - m and y X - m.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: the three numbers
 * that a record adds are never negative, and their sum is max(x Y, y X) &le; X Y, because one of the last two is 0. So
 * the record's l1 size is at most X Y and its squared l2 size at most the square of X Y. Mechanism and charge: all
 * three coordinates have noise of the same scale, and a record is charged the growth of the size of its unit's sum of
 * vectors: {@link dev.weir.accountant.mechanism.BlockGrowth}. Both sums and their ratio are post-processing. Source:
 * derived here.
 *
 * <p><b>Error.</b> Both sums contain the noise of the first coordinate, much of which cancels in the ratio: {@link
 * #errors}.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param numerator the sum that is divided
 * @param denominator the sum by which the numerator is divided; X Y is at most 2^40
 */
public record SumRatio(String name, BigDecimal weight, RatioOfSums.Term numerator, RatioOfSums.Term denominator)
        implements SolvedBlock {

    private static final int RATIO = 5;
    private static final long MOST_STEPS = 1L << 40;

    /** @throws IllegalArgumentException if a component is not as described */
    public SumRatio {
        Block.requirePositive(weight);
        BigInteger size = BigInteger.valueOf(numerator.high()).multiply(BigInteger.valueOf(denominator.high()));
        if (size.compareTo(BigInteger.valueOf(MOST_STEPS)) > 0) {
            throw new IllegalArgumentException(
                    "clamp and to-clamp must have a product of at most 2^40 grid steps, was " + size);
        }
    }

    private long size() {
        return numerator.high() * denominator.high();
    }

    private RatioOfSums values() {
        return new RatioOfSums(name, numerator, denominator);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, RATIO)
                .put(2, name)
                .put(3, weight)
                .put(4, numerator.identity())
                .put(5, denominator.identity());
    }

    @Override
    public SumRatio weighing(BigDecimal other) {
        return new SumRatio(name, other, numerator, denominator);
    }

    /** Two numbers are read: the numerator's value, then the denominator's. */
    @Override
    public int fields() {
        return 2;
    }

    @Override
    public List<BigDecimal> grids() {
        return List.of(numerator.grid(), denominator.grid());
    }

    @Override
    public int words() {
        return 2;
    }

    @Override
    public void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = numerator.steps(values[from]);
        words[at + 1] = denominator.steps(values[from + 1]);
    }

    @Override
    public int coordinates() {
        return 3;
    }

    @Override
    public void vector(long[] words, int from, long[] vector) {
        long y = words[from] * denominator.high();
        long x = words[from + 1] * numerator.high();
        long shared = Math.min(x, y);
        vector[0] = shared;
        vector[1] = x - shared;
        vector[2] = y - shared;
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return norm.size(size());
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        BigInteger shared = BigInteger.valueOf(measured[at]);
        BigInteger below = shared.add(BigInteger.valueOf(measured[at + 1]));
        BigInteger above = shared.add(BigInteger.valueOf(measured[at + 2]));
        return List.of(values().estimate(above, below, BigInteger.ONE, stddevs[at]));
    }

    @Override
    public Estimate estimate(SolvedRow row) {
        BigInteger shared = row.millionths().get(0);
        BigInteger below = shared.add(row.millionths().get(1));
        BigInteger above = shared.add(row.millionths().get(2));
        return values().estimate(above, below, SolvedRow.STEP, row.stddev());
    }

    @Override
    public NodeNumbers nodeNumbers() {
        return NodeNumbers.DECIMALS;
    }

    /**
     * Returns the errors of values that are computed from three noisy coordinates.
     *
     * @param stddev the standard deviation of the noise in each coordinate, in products of the steps of numerator and
     *     denominator
     * @param ratio the ratio, as numerator steps divided by denominator steps
     * @param steps the denominator in its grid steps, above 0
     */
    public RatioOfSums.Errors errors(double stddev, double ratio, double steps) {
        return values().errors(stddev, ratio, steps);
    }

    /** The accuracy of each coordinate, in products of the steps of numerator and denominator, then of both sums. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        RatioOfSums.Errors errors = errors(noise.stddev(), 0, 1);
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put(
                "numerator",
                Map.of("stddev", errors.numerator() * numerator.grid().doubleValue()));
        derived.put(
                "denominator",
                Map.of("stddev", errors.denominator() * denominator.grid().doubleValue()));
        return accuracy(noise, BigDecimal.ONE, BigDecimal.valueOf(size()), derived);
    }

    @Override
    public List<Expectation> expectations() {
        double step = denominator.grid().doubleValue();
        Expectation.Fact ratio = Expectation.Fact.between(0, Double.MAX_VALUE);
        Expectation.Fact below = new Expectation.Fact(
                Expectation.DENOMINATOR, "the sum of the denominator", step, Double.MAX_VALUE, true);
        return List.of(new Expectation(
                name,
                List.of(ratio, below),
                (expected, noise) ->
                        List.of(error(noise, expected.of(Expectation.SIZE), expected.of(Expectation.DENOMINATOR)))));
    }

    private ExpectedError error(AdditiveNoise noise, double ratio, double below) {
        double unit = numerator.grid().doubleValue() / denominator.grid().doubleValue();
        RatioOfSums.Errors errors =
                errors(noise.stddev(), ratio / unit, below / denominator.grid().doubleValue());
        return new ExpectedError.Deviation("", errors.ratio() * unit, ratio);
    }

    @Override
    public List<Ends> ends() {
        return List.of(numerator.ends("clamp"), denominator.ends("to-clamp"));
    }

    @Override
    public SumRatio clampedTo(int place, Ends ends) {
        RatioOfSums.Term old = place == 0 ? numerator : denominator;
        RatioOfSums.Term other = new RatioOfSums.Term(old.grid(), Sum.toSteps(ends.high(), old.grid()));
        return place == 0
                ? new SumRatio(name, weight, other, denominator)
                : new SumRatio(name, weight, numerator, other);
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(this::ratio));
    }

    private double ratio(Sample records) {
        double below = records.sum(1);
        return below < denominator.grid().doubleValue() ? 0 : records.sum(0) / below;
    }
}
