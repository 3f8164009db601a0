package dev.weir.operators.aggregate;

import dev.weir.operators.aggregate.sample.NumberMeasure;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums a field, clamped per record, per unit and cell, or both.
 *
 * <p>Rounding is monotone, so rounding a clamped value and clamping the rounded value to the rounded bounds give the same result. Therefore
 * only the bounds in grid steps are kept.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param grid the value of one grid step, above 0
 * @param clamp bounds of one record's value in grid steps, up to 2^40 in size; may be absent if {@code unitClamp} is not
 * @param unitClamp bounds of one unit's total in a cell, in grid steps, up to 2^40 in size; may be absent if {@code clamp} is not
 * @param postProcessing the post-processing of a noisy sum before it is released
 */
public record Sum(
        String name,
        BigDecimal weight,
        BigDecimal grid,
        @Nullable Range clamp,
        @Nullable Range unitClamp,
        PostProcessing postProcessing)
        implements Scalar {

    private static final int SUM = 2;
    private static final long LARGEST_STEPS = 1L << 62;
    /**
     * A value with more than this many more digits before the decimal point than the grid is replaced by 2<sup>62</sup> without a division:
     * it is more than 10<sup>20</sup> steps, and 2<sup>62</sup> has 19 digits.
     */
    private static final long LARGEST_MAGNITUDE = 20;

    /** The largest bound of a clamp: sums of up to 2<sup>22</sup> such records in a cell do not exceed 2<sup>62</sup>. */
    private static final long LARGEST_BOUND = 1L << 40;

    /** @throws IllegalArgumentException if a component is not as described */
    public Sum {
        requireWeight(weight);
        if (grid.signum() <= 0) {
            throw new IllegalArgumentException("grid must be > 0, was " + grid);
        }
        if (clamp == null && unitClamp == null) {
            throw new IllegalArgumentException("a sum must have a clamp or a per-unit clamp");
        }
        requireBounded("clamp", clamp);
        requireBounded("per-unit-clamp", unitClamp);
    }

    /**
     * Creates a sum without post-processing.
     *
     * @param name the name of the released value
     * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
     * @param grid the value of one grid step, above 0
     * @param clamp bounds of one record's value in grid steps, up to 2^40 in size; may be null if {@code unitClamp} is not
     * @param unitClamp bounds of one unit's total in a cell, in grid steps, up to 2^40 in size; may be null if {@code clamp} is not
     * @throws IllegalArgumentException if a parameter is not as described
     */
    public Sum(String name, BigDecimal weight, BigDecimal grid, @Nullable Range clamp, @Nullable Range unitClamp) {
        this(name, weight, grid, clamp, unitClamp, PostProcessing.NONE);
    }

    static void requireWeight(BigDecimal weight) {
        if (weight.signum() <= 0) {
            throw new IllegalArgumentException("weight must be > 0, was " + weight);
        }
    }

    private static void requireBounded(String what, @Nullable Range range) {
        if (range != null && (range.largest() > LARGEST_BOUND || range.largest() == 0)) {
            throw new IllegalArgumentException(
                    what + " must reach between 1 and 2^40 grid steps, reached " + range.largest());
        }
    }

    /**
     * Converts a value into grid steps, rounded half up (ties away from zero).
     *
     * @param value in the field's unit
     * @param grid the value of one grid step, above 0
     * @return at most 2<sup>62</sup> in size
     */
    public static long toSteps(BigDecimal value, BigDecimal grid) {
        long magnitude = magnitude(value) - magnitude(grid);
        if (value.signum() == 0 || magnitude < -1) {
            return 0;
        }
        if (magnitude > LARGEST_MAGNITUDE) {
            return value.signum() * LARGEST_STEPS;
        }
        BigInteger steps = value.divide(grid, 0, RoundingMode.HALF_UP).toBigInteger();
        return steps.bitLength() <= 62 ? steps.longValue() : steps.signum() * LARGEST_STEPS;
    }

    /**
     * Converts a whole number into grid steps, without a division where a step is 1.
     *
     * @param value in the field's unit
     * @param grid the value of one grid step, above 0
     */
    public static long toSteps(long value, BigDecimal grid) {
        return value == value << 1 >> 1 && grid.compareTo(BigDecimal.ONE) == 0
                ? value
                : toSteps(BigDecimal.valueOf(value), grid);
    }

    /**
     * Returns how many digits a value has before the decimal point. Values are checked by this number before they are divided, because
     * dividing 1e999999999 would practically never end.
     */
    private static long magnitude(BigDecimal value) {
        return (long) value.precision() - value.scale();
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, SUM).put(2, name).put(3, weight).put(4, grid);
        if (clamp != null) {
            fields.put(5, clamp.identity());
        }
        if (unitClamp != null) {
            fields.put(6, unitClamp.identity());
        }
        return postProcessing.putInto(fields, 7);
    }

    @Override
    public Sum weighing(BigDecimal other) {
        return new Sum(name, other, grid, clamp, unitClamp, postProcessing);
    }

    @Override
    public Sum processed(PostProcessing other) {
        return new Sum(name, weight, grid, clamp, unitClamp, other);
    }

    @Override
    public int fields() {
        return 1;
    }

    @Override
    public List<BigDecimal> grids() {
        return List.of(grid);
    }

    @Override
    public void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = steps(values[from]);
    }

    /** Encodes a whole number without converting it into a decimal, unless it exceeds 2^62 in size or a step is not 1. */
    @Override
    public void encode(long value, long[] words, int at) {
        words[at] = clamped(toSteps(value, grid));
    }

    /** The contribution of a record with this value, in grid steps: rounded half up, then clamped. */
    long steps(BigDecimal value) {
        return clamped(toSteps(value, grid));
    }

    private long clamped(long steps) {
        return clamp == null ? steps : clamp.clamp(steps);
    }

    @Override
    public Range unitRange() {
        return unitClamp == null ? Range.ALL : unitClamp;
    }

    /**
     * Whether no record lowers the total. This is so if all values are at least 0, unless the per-unit clamp lies below 0: then a unit's
     * first record lowers the total.
     */
    @Override
    public boolean neverFalls() {
        return clamp != null && clamp.low() >= 0 && (unitClamp == null || unitClamp.high() >= 0);
    }

    @Override
    public boolean onlyGrows() {
        return unitClamp == null && clamp != null && clamp.low() >= 0;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Without a per-unit clamp this is the number of records times the largest absolute value within the clamp. With a per-unit clamp it
     * is at most the largest absolute value within the per-unit clamp. If the per-unit clamp excludes 0, any record moves the total at
     * least to the bound nearest to 0, however small its value.
     */
    @Override
    public long largestTotal(long records) {
        long byRecord = clamp == null || records == Long.MAX_VALUE ? Long.MAX_VALUE : times(clamp.largest(), records);
        return unitClamp == null ? byRecord : Math.max(Math.min(byRecord, unitClamp.largest()), unitClamp.smallest());
    }

    /**
     * The most by which one record changes a unit's contribution. Within a per-unit clamp, a record can move the unit's total from a
     * negative to a positive value, and so by more than {@link #largestTotal}.
     */
    @Override
    public long largestChange() {
        if (unitClamp == null) {
            return largestTotal(1);
        }
        long byRecord = clamp == null ? Long.MAX_VALUE : clamp.largest();
        return Math.max(largestTotal(1), Math.min(byRecord, unitClamp.high() - unitClamp.low()));
    }

    @Override
    public List<Ends> ends() {
        return clamp == null
                ? List.of()
                : List.of(new Ends("clamp", inValueUnits(clamp.low), inValueUnits(clamp.high), Ends.Growth.SIZE));
    }

    @Override
    public Sum clampedTo(int place, Ends ends) {
        Range other = new Range(toSteps(ends.low(), grid), toSteps(ends.high(), grid));
        return new Sum(name, weight, grid, other, unitClamp, postProcessing);
    }

    private static long times(long size, long records) {
        return records > Long.MAX_VALUE / size ? Long.MAX_VALUE : size * records;
    }

    /**
     * Bounds in grid steps; both belong to the range.
     *
     * @param low the lower bound
     * @param high the upper bound, at least {@code low}
     */
    public record Range(long low, long high) implements Serializable {

        /** The range without bounds. */
        static final Range ALL = new Range(-Long.MAX_VALUE, Long.MAX_VALUE);

        /** @throws IllegalArgumentException if the bounds are not in order */
        public Range {
            if (low > high || low == Long.MIN_VALUE) {
                throw new IllegalArgumentException("bounds must be in order, were [" + low + ", " + high + "]");
            }
        }

        /** The fields of the range for a fingerprint. */
        public TaggedFields identity() {
            return new TaggedFields().put(1, low).put(2, high);
        }

        /**
         * The number within the bounds that is nearest to {@code steps}.
         *
         * @param steps a number of grid steps
         */
        public long clamp(long steps) {
            return Math.max(low, Math.min(high, steps));
        }

        /** The largest absolute value within the bounds. */
        public long largest() {
            return Math.max(Math.abs(low), Math.abs(high));
        }

        /** The smallest absolute value within the bounds. */
        long smallest() {
            return low > 0 ? low : high < 0 ? -high : 0;
        }
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(records -> records.sum(0)));
    }
}
