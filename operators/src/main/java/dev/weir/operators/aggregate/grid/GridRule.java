package dev.weir.operators.aggregate.grid;

import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * The rules about grids and public bounds of values. Bounds are whole numbers of steps. If no grid is chosen, the
 * bounds must be at least 100 steps apart; on a coarser grid rounding would lose too much of the values.
 */
public final class GridRule {

    /** The grid that is used if none is chosen. */
    public static final BigDecimal USUAL = BigDecimal.ONE;

    /** The smallest distance of the bounds, in steps, if no grid is chosen. */
    public static final int FEWEST_STEPS = 100;

    /** The number of steps to which {@link Sum#toSteps} reduces all larger values. */
    private static final long BEYOND = 1L << 62;

    private GridRule() {}

    /**
     * Returns the grid to suggest where the usual grid is too coarse: the largest power of ten on which the bounds are whole numbers of
     * steps and at least 100 steps apart, but not below 1e-60. Two equal bounds count as if the lower one were 0.
     *
     * @param low in the field's unit, at most {@code high}
     * @param high in the field's unit
     * @return empty if the bounds are 100 steps or more apart on the usual grid, or if both bounds are 0
     */
    public static Optional<BigDecimal> choiceFor(BigDecimal low, BigDecimal high) {
        BigDecimal width = high.subtract(low, MathContext.DECIMAL64);
        BigDecimal size = width.signum() == 0 ? high.abs() : width;
        if (size.signum() == 0 || size.compareTo(USUAL.movePointRight(2)) >= 0) {
            return Optional.empty();
        }
        long wide = (long) size.precision() - 1 - size.scale() - 2;
        long exact = -Math.max(decimals(low), decimals(high));
        return Optional.of(BigDecimal.ONE.scaleByPowerOfTen((int) Math.max(-60, Math.min(wide, exact))));
    }

    private static long decimals(BigDecimal value) {
        return value.stripTrailingZeros().scale();
    }

    /**
     * Converts bounds into grid steps.
     *
     * @param name the name of the bounds in messages
     * @param low in the field's unit, at most {@code high}
     * @param high in the field's unit
     * @param grid the value of one grid step, above 0
     * @throws IllegalArgumentException if a bound is not a whole number of steps, because a rounded bound would clamp to a value that
     *     nobody asked for
     */
    public static Sum.Range inSteps(String name, BigDecimal low, BigDecimal high, BigDecimal grid) {
        Sum.Range steps = new Sum.Range(Sum.toSteps(low, grid), Sum.toSteps(high, grid));
        if (!isWhole(low, steps.low(), grid) || !isWhole(high, steps.high(), grid)) {
            throw new IllegalArgumentException(name + " must be whole steps of the grid of " + plain(grid)
                    + ", the nearest are [" + plain(inUnits(steps.low(), grid)) + ", "
                    + plain(inUnits(steps.high(), grid)) + "], was [" + plain(low) + ", " + plain(high) + "]");
        }
        return steps;
    }

    /**
     * Whether a bound is a whole number of steps. Larger bounds than {@link #BEYOND} count as whole, because they are
     * refused elsewhere.
     */
    private static boolean isWhole(BigDecimal value, long steps, BigDecimal grid) {
        return Math.abs(steps) >= BEYOND || inUnits(steps, grid).compareTo(value) == 0;
    }

    private static BigDecimal inUnits(long steps, BigDecimal grid) {
        return BigDecimal.valueOf(steps).multiply(grid);
    }

    private static String plain(BigDecimal value) {
        BigDecimal shown = value.stripTrailingZeros();
        return Math.abs((long) shown.scale()) > 60 ? shown.toString() : shown.toPlainString();
    }

    /**
     * Returns by how much rounding moves a value.
     *
     * @param value in the field's unit
     * @param grid the value of one grid step, above 0
     * @return at least 0, at most half a step for values of up to 2<sup>62</sup> steps
     */
    public static BigDecimal moved(BigDecimal value, BigDecimal grid) {
        return inUnits(Sum.toSteps(value, grid), grid).subtract(value).abs();
    }

    /**
     * The most by which rounding moves a value: half a step.
     *
     * @param grid the value of one grid step, above 0
     */
    public static BigDecimal mostMoved(BigDecimal grid) {
        return grid.divide(BigDecimal.valueOf(2), grid.scale() + 1, RoundingMode.UP)
                .stripTrailingZeros();
    }
}
