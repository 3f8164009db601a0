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
 * The mean of a field, with its count and sum at no further cost. It is a block of two coordinates: A is the sum of y
 * and B the sum of R - y, where y = 0..R is the number of steps by which a value exceeds the lower bound of the clamp.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record adds (y,
 * R - y), of l1 size R and squared l2 size y&sup2; + (R - y)&sup2; &le; R&sup2;. Mechanism and charge: both coordinates
 * have noise of the same scale, and a record is charged the growth of the size of its unit's sum of vectors: {@link
 * dev.weir.accountant.mechanism.BlockGrowth}. Everything else is post-processing. Noise is never added to a mean, and
 * nothing is divided by an exact count. Source: the transformed noise of Kulesza, Suresh and Wang (2023).
 *
 * <p><b>Error.</b> Let nu be the deviation of the noise, m the mean relative to the clamp and N the count. The
 * deviation of the count is sqrt(2) nu / R. The deviation of the mean is nu sqrt((1 - m)&sup2; + m&sup2;) / N steps.
 * The stated error of the mean is at most the width of the clamp.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param grid the value of one grid step, above 0
 * @param clamp bounds of one record's value in grid steps, within 2^52 of 0 and R = 1 to 2^40 apart
 */
public record Mean(String name, BigDecimal weight, BigDecimal grid, Sum.Range clamp)
        implements ClampedBlock, SolvedBlock {

    private static final int MEAN = 3;
    private static final long MOST_STEPS = 1L << 40;

    /** @throws IllegalArgumentException if a component is not as described */
    public Mean {
        Block.requirePositive(weight, grid);
        Clamping.require(clamp, MOST_STEPS);
    }

    private long width() {
        return Clamping.width(clamp);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, MEAN)
                .put(2, name)
                .put(3, weight)
                .put(4, grid)
                .put(5, clamp.identity());
    }

    @Override
    public Mean weighing(BigDecimal other) {
        return new Mean(name, other, grid, clamp);
    }

    @Override
    public int coordinates() {
        return 2;
    }

    @Override
    public void vector(long[] words, int from, long[] vector) {
        vector[0] = words[from];
        vector[1] = width() - words[from];
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return norm.size(width());
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        Moments moments = new Moments(measured, at);
        return List.of(estimate(moments, stddevs[at], noise == null ? null : new Fieller(noise)));
    }

    /** Both numbers are estimates in millionths of a step. Their interval is that of a mixture of all draws. */
    @Override
    public Estimate estimate(SolvedRow row) {
        Moments moments = new Moments(row.millionths().get(0), row.millionths().get(1), SolvedRow.STEP);
        return estimate(moments, row.stddev(), Fieller.ofEstimates(row.norm(), row.stddev()));
    }

    @Override
    public NodeNumbers nodeNumbers() {
        return NodeNumbers.DECIMALS;
    }

    private Estimate estimate(Moments moments, double stddev, @Nullable Fieller fieller) {
        MomentErrors errors = moments.errors(stddev).within(span());
        BigDecimal mean = moments.mean();
        Map<String, @Nullable Object> fields = Estimate.number(mean, Estimate.printed(errors.mean()));
        fields.put("interval", fieller == null ? List.of(mean, mean) : moments.interval(fieller));
        fields.put("count", Estimate.number(moments.count(), Estimate.printed(errors.count())));
        fields.put("sum", Estimate.number(moments.sum(), Estimate.printed(errors.sum())));
        return new Estimate(name, fields);
    }

    @Override
    public MomentErrors errors(long[] measured, int at, double stddev) {
        return new Moments(measured, at).errors(stddev);
    }

    /** What follows from both numbers. They are counted in parts of a grid step. */
    private final class Moments {
        private final BigInteger above;
        private final BigInteger both;
        private final BigInteger step;
        /** R steps, which are what one record adds. */
        private final BigInteger one;
        /** R steps for each record, for at least one. */
        private final BigInteger records;

        Moments(long[] measured, int at) {
            this(BigInteger.valueOf(measured[at]), BigInteger.valueOf(measured[at + 1]), BigInteger.ONE);
        }

        Moments(BigInteger above, BigInteger below, BigInteger step) {
            this.above = above;
            this.both = above.add(below);
            this.step = step;
            this.one = step.multiply(BigInteger.valueOf(width()));
            this.records = both.max(one);
        }

        BigDecimal count() {
            return Estimate.quotient(both, one, BigDecimal.ONE);
        }

        BigDecimal sum() {
            BigInteger steps = above.multiply(BigInteger.valueOf(width()));
            return Estimate.quotient(
                    both.multiply(BigInteger.valueOf(clamp.low())).add(steps), one, grid);
        }

        /** Returns the lower bound plus A / N steps, kept within the clamp. */
        BigDecimal mean() {
            BigInteger kept = above.max(BigInteger.ZERO).min(records);
            BigInteger low = records.multiply(BigInteger.valueOf(clamp.low()));
            return Estimate.quotient(low.add(kept.multiply(BigInteger.valueOf(width()))), records, grid);
        }

        MomentErrors errors(double stddev) {
            double all = records.doubleValue();
            double mean = Math.max(0, Math.min(1, above.doubleValue() / all));
            return Mean.this.errors(stddev, all / one.doubleValue(), mean);
        }

        List<BigDecimal> interval(Fieller fieller) {
            double part = step.doubleValue();
            double[] ends = fieller.interval(
                    above.doubleValue() / part, both.subtract(above).doubleValue() / part);
            return List.of(inValueUnits(ends[0]), inValueUnits(ends[1]));
        }
    }

    private BigDecimal inValueUnits(double relative) {
        return Estimate.decimal((clamp.low() + relative * width()) * grid.doubleValue());
    }

    /**
     * Returns the errors of values that are computed from two noisy coordinates.
     *
     * @param stddev the standard deviation of the noise in each coordinate, in grid steps
     * @param count the number of records, above 0
     * @param mean the mean of the values, relative to the clamp: from 0 to 1
     */
    public MomentErrors errors(double stddev, double count, double mean) {
        double width = width();
        double low = clamp.low() / width;
        double step = grid.doubleValue();
        return new MomentErrors(
                Math.sqrt(2) * stddev / width,
                step * stddev * MomentErrors.norm(1 + low, low, 0),
                step * stddev * MomentErrors.norm(1 - mean, mean, 0) / count,
                Double.NaN,
                Double.NaN);
    }

    /**
     * The accuracy of each coordinate, then of the count and the sum, and in the worst case of the mean of 100 records.
     */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        MomentErrors errors = errors(noise.stddev(), 100, 0).within(span());
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("count", Map.of("stddev", errors.count()));
        derived.put("sum", Map.of("stddev", errors.sum()));
        derived.put("of-100-records", Map.of("stddev", errors.mean()));
        return accuracy(noise, grid, BigDecimal.valueOf(width()), derived);
    }

    @Override
    public List<Expectation> expectations() {
        double step = grid.doubleValue();
        Expectation.Fact mean = Expectation.Fact.between(clamp.low() * step, clamp.high() * step);
        return List.of(new Expectation(
                name,
                List.of(mean, Expectation.Fact.RECORDS),
                (expected, noise) ->
                        List.of(error(noise, expected.of(Expectation.RECORDS), expected.of(Expectation.SIZE)))));
    }

    /**
     * Returns the error of a mean, which is at most the width of the clamp, as in output rows.
     *
     * @param noise the noise of one coordinate
     * @param records how many records there are; fewer than 1 count as 1
     * @param mean the expected mean, in the field's unit
     */
    public ExpectedError error(AdditiveNoise noise, double records, double mean) {
        double relative = (mean / grid.doubleValue() - clamp.low()) / width();
        double inside = Math.max(0, Math.min(1, relative));
        MomentErrors errors =
                errors(noise.stddev(), Math.max(1, records), inside).within(span());
        return new ExpectedError.Deviation("", errors.mean(), mean);
    }

    @Override
    public Mean clampedTo(int place, Ends ends) {
        return new Mean(name, weight, grid, inSteps(ends));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(Sample::mean));
    }
}
