package dev.weir.operators.aggregate.quantile;

import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The values that quantiles may take: the leaves of a tree, in increasing order. They are public. */
public sealed interface ValueGrid extends Serializable {

    /** The largest number of leaves. */
    int MOST_LEAVES = 65_536;

    /** How many values there are. */
    int leaves();

    /**
     * The number, from 0, of the leaf whose value is nearest to a value. In {@link Relative}, distances are relative to the leaf's value.
     *
     * @param value in the field's unit
     */
    int leafOf(BigDecimal value);

    /**
     * The number, from 0, of the leaf whose value is nearest to a whole number.
     *
     * @param value in the field's unit
     */
    default int leafOf(long value) {
        return leafOf(BigDecimal.valueOf(value));
    }

    /**
     * The value of a leaf, an exact decimal.
     *
     * @param leaf the number of the leaf, from 0, below {@link #leaves}
     */
    BigDecimal value(int leaf);

    /** The distance of neighbouring values if it is the same for all, else an empty list. */
    default List<BigDecimal> grids() {
        return List.of();
    }

    /** The encoding of the grid for a fingerprint. */
    TaggedFields identity();

    /**
     * Evenly spaced values.
     *
     * @param low the smallest value, a multiple of {@code step}
     * @param high the largest value, a multiple of {@code step}
     * @param step the distance of two values, above 0
     * @throws IllegalArgumentException if a bound is no multiple of the step, or there are fewer than 2 or more than 65 536 values
     */
    static ValueGrid evenly(BigDecimal low, BigDecimal high, BigDecimal step) {
        return new Even(GridRule.inSteps("range", low, high, step), step);
    }

    private static void requireLeaves(double leaves) {
        if (!(leaves >= 2 && leaves <= MOST_LEAVES)) {
            throw new IllegalArgumentException(
                    "range must hold 2 to 65536 values of the grid, held " + Math.round(Math.min(leaves, 1e18)));
        }
    }

    /**
     * Evenly spaced values.
     *
     * @param range the smallest and the largest value in steps, within 2^52 of 0
     * @param step the distance of two values, above 0
     */
    record Even(Sum.Range range, BigDecimal step) implements ValueGrid {

        /** @throws IllegalArgumentException if a component is not as described, or there are more than 65 536 values */
        public Even {
            if (step.signum() <= 0 || range.largest() > 1L << 52) {
                throw new IllegalArgumentException("range must lie within 2^52 grid steps of 0, and grid be > 0");
            }
            requireLeaves((double) range.high() - range.low() + 1);
        }

        @Override
        public int leaves() {
            return (int) (range.high() - range.low()) + 1;
        }

        @Override
        public int leafOf(BigDecimal value) {
            return (int) (range.clamp(Sum.toSteps(value, step)) - range.low());
        }

        @Override
        public int leafOf(long value) {
            return (int) (range.clamp(Sum.toSteps(value, step)) - range.low());
        }

        @Override
        public BigDecimal value(int leaf) {
            BigDecimal value =
                    BigDecimal.valueOf(range.low() + leaf).multiply(step).stripTrailingZeros();
            return value.scale() < 0 ? value.setScale(0) : value;
        }

        @Override
        public List<BigDecimal> grids() {
            return List.of(step);
        }

        @Override
        public TaggedFields identity() {
            return new TaggedFields().put(1, range.identity()).put(2, step);
        }
    }

    /**
     * Values in geometric progression with ratio (1 + a) / (1 - a), from {@code low} up to at most {@code high}. Every number between the
     * first and the last value differs from the value of its leaf ({@link #leafOf}) by at most a times the value of the leaf.
     *
     * @param low the smallest value, above 0
     * @param high the bound of the largest value, above {@code low}
     * @param error the relative error a, from 0.0001 to 0.5
     */
    record Relative(BigDecimal low, BigDecimal high, BigDecimal error) implements ValueGrid {

        private static final MathContext PRINTED = new MathContext(15);

        /** @throws IllegalArgumentException if a component is not as described, or there are more than 65 536 values */
        public Relative {
            if (low.signum() <= 0 || high.compareTo(low) <= 0) {
                throw new IllegalArgumentException("range must be [low, high] with 0 < low < high");
            }
            if (!(error.doubleValue() >= 0.0001 && error.doubleValue() <= 0.5)) {
                throw new IllegalArgumentException("relative must be from 0.0001 to 0.5, was " + error);
            }
            requireLeaves(count(low, high, error));
        }

        private static double count(BigDecimal low, BigDecimal high, BigDecimal error) {
            double steps = StrictMath.log(high.doubleValue() / low.doubleValue()) / logRatio(error);
            return Math.floor(steps + 1e-9) + 1;
        }

        private static double logRatio(BigDecimal error) {
            double a = error.doubleValue();
            return StrictMath.log1p(a) - StrictMath.log1p(-a);
        }

        @Override
        public int leaves() {
            return (int) count(low, high, error);
        }

        @Override
        public int leafOf(BigDecimal value) {
            double x = value.doubleValue();
            if (x <= low.doubleValue()) {
                return 0;
            }
            double steps = StrictMath.log(x / (low.doubleValue() * (1 + error.doubleValue()))) / logRatio(error);
            return (int) Math.max(0, Math.min(leaves() - 1.0, Math.ceil(steps)));
        }

        @Override
        public BigDecimal value(int leaf) {
            double value = low.doubleValue() * StrictMath.exp(leaf * logRatio(error));
            BigDecimal rounded = new BigDecimal(value).round(PRINTED).stripTrailingZeros();
            return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
        }

        @Override
        public TaggedFields identity() {
            return new TaggedFields().put(3, low).put(4, high).put(5, error);
        }
    }
}
