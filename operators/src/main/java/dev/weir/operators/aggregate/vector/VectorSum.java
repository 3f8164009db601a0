package dev.weir.operators.aggregate.vector;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.aggregate.sample.VectorMeasure;
import dev.weir.operators.aggregate.solved.SolvedBlock;
import dev.weir.operators.aggregate.solved.SolvedRow;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sum of vectors. The coordinates of a record's vector are several of its fields. Each vector is shortened to a bounded length.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots, so the sensitivity is a vector's length and not
 * twice that length. A record adds its shortened vector, rounded to whole steps. Charge: the growth of the size of the unit's sum of these
 * vectors of whole numbers, by {@link dev.weir.accountant.mechanism.BlockGrowth}, so no floating-point result decides what is charged. A
 * vector whose rounded size exceeds {@link LengthBound#fullSize} is shortened again. Mechanism: every coordinate has noise of the same
 * scale. Source: Bun and Steinke (2016), Proposition 1.6, for Gaussian noise and the l2 norm; Dwork and Roth (2014), Theorem 3.6, for
 * Laplace noise and the l1 norm.
 *
 * <p><b>Error.</b> The error of each coordinate is the noise. The root mean square of the length of the error is sqrt(d) times the
 * deviation of the noise.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param grid the value of one grid step, above 0
 * @param dimension the number d of coordinates, 1 to 4096; each is a field
 * @param bound the largest length of a record's vector: at most 2^30 grid steps
 */
public record VectorSum(String name, BigDecimal weight, BigDecimal grid, int dimension, LengthBound bound)
        implements SolvedBlock {

    private static final int VECTOR = 7;
    private static final int MOST_DIMENSIONS = 4096;
    private static final BigDecimal MOST_STEPS = BigDecimal.valueOf(1L << 30);

    /** @throws IllegalArgumentException if a component is not as described */
    public VectorSum {
        Block.requirePositive(weight, grid);
        if (dimension < 1 || dimension > MOST_DIMENSIONS) {
            throw new IllegalArgumentException("vector must have 1 to 4096 fields, had " + dimension);
        }
        if (bound.most().compareTo(grid.multiply(MOST_STEPS)) > 0 || Sum.toSteps(bound.most(), grid) < 1) {
            throw new IllegalArgumentException(
                    LengthBound.name(bound.length()) + " must be 1 to 2^30 grid steps, was " + bound.most());
        }
    }

    /**
     * The grid that is used if none is chosen: C / (100 sqrt(d)), rounded to one digit. For l2, rounding to this grid adds less than one
     * hundredth to the noise, because {@link LengthBound#fullSize} adds sqrt(d) / 2 steps to a length of about 100 sqrt(d) steps. For l1 it
     * adds about sqrt(d) / 200 of the noise, and for linf nothing.
     *
     * @param most the largest length C, above 0
     * @param dimension the number d of coordinates, at least 1
     */
    public static BigDecimal usualGrid(BigDecimal most, int dimension) {
        BigDecimal root = BigDecimal.valueOf(dimension).sqrt(MathContext.DECIMAL64);
        BigDecimal grid = most.divide(root.movePointRight(2), MathContext.DECIMAL64);
        return grid.round(new MathContext(1, RoundingMode.HALF_UP)).stripTrailingZeros();
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, VECTOR)
                .put(2, name)
                .put(3, weight)
                .put(4, grid)
                .put(5, dimension)
                .put(6, bound.identity());
    }

    @Override
    public VectorSum weighing(BigDecimal other) {
        return new VectorSum(name, other, grid, dimension, bound);
    }

    @Override
    public int fields() {
        return dimension;
    }

    @Override
    public List<BigDecimal> grids() {
        return Collections.nCopies(dimension, grid);
    }

    @Override
    public int words() {
        return dimension;
    }

    @Override
    public int coordinates() {
        return dimension;
    }

    @Override
    public void encode(BigDecimal[] values, int from, long[] words, int at) {
        long[] rounded = new VectorRounding(grid, dimension, bound).of(values, from);
        System.arraycopy(rounded, 0, words, at, dimension);
    }

    @Override
    public void vector(long[] words, int from, long[] vector) {
        System.arraycopy(words, from, vector, 0, dimension);
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return bound.fullSize(norm, dimension, grid);
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        List<BigDecimal> value = new ArrayList<>();
        for (int i = 0; i < dimension; i++) {
            value.add(Estimate.quotient(BigInteger.valueOf(measured[at + i]), BigInteger.ONE, grid));
        }
        return List.of(estimate(value, stddevs[at]));
    }

    /** Every coordinate adds up over levels by itself. */
    @Override
    public Estimate estimate(SolvedRow row) {
        return estimate(row.values(grid), row.stddev());
    }

    private Estimate estimate(List<BigDecimal> value, double stddev) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("value", value);
        fields.put("stddev", Estimate.printed(stddev * grid.doubleValue()));
        return new Estimate(name, fields);
    }

    /** The accuracy of each coordinate, then the root mean square of the length of the error. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        BigInteger size = fullSize(noise.norm());
        BigDecimal sensitivity =
                noise.norm() == Norm.L1 ? new BigDecimal(size) : new BigDecimal(size).sqrt(MathContext.DECIMAL64);
        double rms = noise.stddev() * grid.doubleValue() * Math.sqrt(dimension);
        return accuracy(noise, grid, sensitivity, Map.of("rms-length", rms));
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(Expectation.ofNumber(
                name, "of its length", noise -> noise.stddev() * grid.doubleValue() * Math.sqrt(dimension)));
    }

    @Override
    public List<Ends> ends() {
        return List.of(new Ends(LengthBound.name(bound.length()), BigDecimal.ZERO, bound.most(), Ends.Growth.HIGH));
    }

    @Override
    public VectorSum clampedTo(int place, Ends ends) {
        return new VectorSum(name, weight, grid, dimension, new LengthBound(bound.length(), ends.high()));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new VectorMeasure(dimension));
    }
}
