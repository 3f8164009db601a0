package dev.weir.operators.aggregate.moment;

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
public record Mean(String name, BigDecimal weight, BigDecimal grid, Sum.Range clamp) implements ClampedBlock {

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
        BigInteger above = BigInteger.valueOf(measured[at]);
        BigInteger both = above.add(BigInteger.valueOf(measured[at + 1]));
        BigInteger records = both.max(BigInteger.valueOf(width()));
        MomentErrors errors = errors(measured, at, stddevs[at]).within(span());
        BigDecimal mean = mean(above, records);
        Map<String, @Nullable Object> fields = Estimate.number(mean, Estimate.printed(errors.mean()));
        fields.put("interval", interval(measured, at, mean, noise));
        BigInteger steps = BigInteger.valueOf(width());
        fields.put(
                "count",
                Estimate.number(Estimate.quotient(both, steps, BigDecimal.ONE), Estimate.printed(errors.count())));
        BigInteger sum = both.multiply(BigInteger.valueOf(clamp.low())).add(above.multiply(steps));
        fields.put("sum", Estimate.number(Estimate.quotient(sum, steps, grid), Estimate.printed(errors.sum())));
        return List.of(new Estimate(name, fields));
    }

    @Override
    public MomentErrors errors(long[] measured, int at, double stddev) {
        BigInteger above = BigInteger.valueOf(measured[at]);
        double records = above.add(BigInteger.valueOf(measured[at + 1]))
                .max(BigInteger.valueOf(width()))
                .doubleValue();
        return errors(stddev, records / width(), Math.max(0, Math.min(1, above.doubleValue() / records)));
    }

    /** Returns the lower bound plus A / N steps, kept within the clamp. */
    private BigDecimal mean(BigInteger above, BigInteger records) {
        BigInteger kept = above.max(BigInteger.ZERO).min(records);
        BigInteger low = records.multiply(BigInteger.valueOf(clamp.low()));
        return Estimate.quotient(low.add(kept.multiply(BigInteger.valueOf(width()))), records, grid);
    }

    private List<BigDecimal> interval(long[] measured, int at, BigDecimal mean, @Nullable AdditiveNoise noise) {
        if (noise == null) {
            return List.of(mean, mean);
        }
        double[] ends = new Fieller(noise).interval((double) measured[at], (double) measured[at + 1]);
        return List.of(inValueUnits(ends[0]), inValueUnits(ends[1]));
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
