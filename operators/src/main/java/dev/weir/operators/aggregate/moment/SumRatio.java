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
import java.io.Serializable;
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
public record SumRatio(String name, BigDecimal weight, Term numerator, Term denominator) implements SolvedBlock {

    private static final int RATIO = 5;
    private static final long MOST_STEPS = 1L << 40;

    /** @throws IllegalArgumentException if a component is not as described */
    public SumRatio {
        Block.requirePositive(weight);
        BigInteger size = BigInteger.valueOf(numerator.high).multiply(BigInteger.valueOf(denominator.high));
        if (size.compareTo(BigInteger.valueOf(MOST_STEPS)) > 0) {
            throw new IllegalArgumentException(
                    "clamp and to-clamp must have a product of at most 2^40 grid steps, was " + size);
        }
    }

    /**
     * One of the two sums.
     *
     * @param grid the value of one grid step, above 0
     * @param high the largest value of a record in grid steps, at least 1; the smallest is 0
     */
    public record Term(BigDecimal grid, long high) implements Serializable {

        /** @throws IllegalArgumentException if a component is not as described */
        public Term {
            Block.requirePositive(BigDecimal.ONE, grid);
            if (high < 1) {
                throw new IllegalArgumentException("clamp must reach at least one grid step, reached " + high);
            }
        }

        private long steps(BigDecimal value) {
            return Math.max(0, Math.min(high, Sum.toSteps(value, grid)));
        }

        private Ends ends(String field) {
            return new Ends(field, BigDecimal.ZERO, grid.multiply(BigDecimal.valueOf(high)), Ends.Growth.HIGH);
        }

        private TaggedFields identity() {
            return new TaggedFields().put(1, grid).put(2, high);
        }
    }

    /**
     * Standard deviations in grid steps: exact for the sums, and to first order in the noise for the ratio.
     *
     * @param denominator the deviation of the denominator
     * @param numerator the deviation of the numerator
     * @param ratio the deviation of the ratio, as numerator steps divided by denominator steps
     */
    public record Errors(double denominator, double numerator, double ratio) {}

    private long size() {
        return numerator.high * denominator.high;
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
        return List.of(numerator.grid, denominator.grid);
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
        long y = words[from] * denominator.high;
        long x = words[from + 1] * numerator.high;
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
        return List.of(estimate(new Sums(above, below, BigInteger.ONE), stddevs[at]));
    }

    @Override
    public Estimate estimate(SolvedRow row) {
        BigInteger shared = row.millionths().get(0);
        BigInteger below = shared.add(row.millionths().get(1));
        BigInteger above = shared.add(row.millionths().get(2));
        return estimate(new Sums(above, below, SolvedRow.STEP), row.stddev());
    }

    @Override
    public NodeNumbers nodeNumbers() {
        return NodeNumbers.DECIMALS;
    }

    /**
     * Both sums, in parts of the products of both steps.
     *
     * @param above the numerator
     * @param below the denominator
     * @param step the number of parts of one product
     */
    private record Sums(BigInteger above, BigInteger below, BigInteger step) {}

    private Estimate estimate(Sums sums, double stddev) {
        BigInteger above = sums.above;
        BigInteger below = sums.below;
        double step = sums.step.doubleValue();
        double steps = below.doubleValue() / step / numerator.high;
        boolean isKnown = steps >= 1;
        Errors errors = errors(
                stddev, isKnown ? above.doubleValue() / step / denominator.high / steps : 0, isKnown ? steps : 1);
        double unit = numerator.grid.doubleValue() / denominator.grid.doubleValue();
        Map<String, @Nullable Object> fields = isKnown
                ? Estimate.number(ratio(above, below), Estimate.printed(errors.ratio * unit))
                : Estimate.number(null, null);
        BigInteger ofX = sums.step.multiply(BigInteger.valueOf(denominator.high));
        BigInteger ofY = sums.step.multiply(BigInteger.valueOf(numerator.high));
        fields.put("numerator", sum(above, ofX, numerator.grid, errors.numerator));
        fields.put("denominator", sum(below, ofY, denominator.grid, errors.denominator));
        return new Estimate(name, fields);
    }

    /** Returns ((above / X) g) / ((below / Y) h), where g and h are the grids of the numerator and the denominator. */
    private BigDecimal ratio(BigInteger above, BigInteger below) {
        BigDecimal dividend =
                new BigDecimal(above.multiply(BigInteger.valueOf(numerator.high))).multiply(numerator.grid);
        BigDecimal divisor =
                new BigDecimal(below.multiply(BigInteger.valueOf(denominator.high))).multiply(denominator.grid);
        int scale = Math.max(0, Math.max(dividend.scale(), divisor.scale()));
        return Estimate.quotient(
                dividend.setScale(scale).unscaledValue(),
                divisor.setScale(scale).unscaledValue(),
                BigDecimal.ONE);
    }

    private static Map<String, @Nullable Object> sum(BigInteger parts, BigInteger one, BigDecimal grid, double stddev) {
        BigDecimal value = Estimate.quotient(parts, one, grid);
        return Estimate.number(value, Estimate.printed(stddev * grid.doubleValue()));
    }

    /**
     * Returns the errors of values that are computed from three noisy coordinates.
     *
     * @param stddev the standard deviation of the noise in each coordinate, in products of the steps of numerator and
     *     denominator
     * @param ratio the ratio, as numerator steps divided by denominator steps
     * @param steps the denominator in its grid steps, above 0
     */
    public Errors errors(double stddev, double ratio, double steps) {
        double x = denominator.high;
        double y = numerator.high;
        double common = 1 / x - ratio / y;
        double each = 1 / (x * x) + ratio * ratio / (y * y);
        return new Errors(
                Math.sqrt(2) * stddev / y,
                Math.sqrt(2) * stddev / x,
                stddev * Math.sqrt(common * common + each) / steps);
    }

    /** The accuracy of each coordinate, in products of the steps of numerator and denominator, then of both sums. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        Errors errors = errors(noise.stddev(), 0, 1);
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("numerator", Map.of("stddev", errors.numerator * numerator.grid.doubleValue()));
        derived.put("denominator", Map.of("stddev", errors.denominator * denominator.grid.doubleValue()));
        return accuracy(noise, BigDecimal.ONE, BigDecimal.valueOf(size()), derived);
    }

    @Override
    public List<Expectation> expectations() {
        double step = denominator.grid.doubleValue();
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
        double unit = numerator.grid.doubleValue() / denominator.grid.doubleValue();
        Errors errors = errors(noise.stddev(), ratio / unit, below / denominator.grid.doubleValue());
        return new ExpectedError.Deviation("", errors.ratio * unit, ratio);
    }

    @Override
    public List<Ends> ends() {
        return List.of(numerator.ends("clamp"), denominator.ends("to-clamp"));
    }

    @Override
    public SumRatio clampedTo(int place, Ends ends) {
        Term old = place == 0 ? numerator : denominator;
        Term other = new Term(old.grid, Sum.toSteps(ends.high(), old.grid));
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
        return below < denominator.grid.doubleValue() ? 0 : records.sum(0) / below;
    }
}
