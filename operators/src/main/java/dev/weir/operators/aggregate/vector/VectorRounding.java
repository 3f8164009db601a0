package dev.weir.operators.aggregate.vector;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Shortens a vector to a bounded length and rounds it to whole steps. A vector whose rounded size exceeds {@link LengthBound#fullSize} is
 * shortened again.
 *
 * @param grid the value of one grid step, above 0
 * @param dimension how many coordinates a vector has, at least 1
 * @param bound the largest length of a vector
 */
record VectorRounding(BigDecimal grid, int dimension, LengthBound bound) {

    private static final double SHRINK = 1 - 1e-6;

    /** Returns the shortened and rounded vector of the values that start at {@code from}, in grid steps. */
    long[] of(BigDecimal[] values, int from) {
        double factor =
                bound.length() == Length.LINF ? 1 : Math.min(1, bound.most().doubleValue() / length(values, from));
        long[] rounded = rounded(values, from, factor);
        while (!fits(rounded)) {
            factor *= SHRINK;
            rounded = rounded(values, from, factor);
        }
        return rounded;
    }

    private double length(BigDecimal[] values, int from) {
        double sum = 0;
        for (int i = 0; i < dimension; i++) {
            double x = values[from + i].doubleValue();
            sum += bound.length() == Length.L2 ? x * x : Math.abs(x);
        }
        return bound.length() == Length.L2 ? Math.sqrt(sum) : sum;
    }

    /**
     * Multiplies a vector by a factor and rounds the result. If the factor is 1, the exact decimals are rounded. For {@code LINF}, each
     * rounded coordinate is clamped.
     */
    private long[] rounded(BigDecimal[] values, int from, double factor) {
        long most = bound.length() == Length.LINF ? Sum.toSteps(bound.most(), grid) : Long.MAX_VALUE;
        long[] rounded = new long[dimension];
        for (int i = 0; i < dimension; i++) {
            BigDecimal value = values[from + i];
            BigDecimal shortened = factor == 1 ? value : new BigDecimal(value.doubleValue() * factor);
            rounded[i] = Math.max(-most, Math.min(most, Sum.toSteps(shortened, grid)));
        }
        return rounded;
    }

    /**
     * Whether the size of a rounded vector is at most the largest size. A vector whose coordinates are clamped ({@code LINF}) always fits.
     * Other vectors have already been shortened to at most about 2^30 steps, so that no sum overflows.
     */
    private boolean fits(long[] rounded) {
        if (bound.length() == Length.LINF) {
            return true;
        }
        boolean squared = bound.length() == Length.L2;
        long size = 0;
        for (long steps : rounded) {
            size += squared ? steps * steps : Math.abs(steps);
        }
        return size < surelyFits(squared)
                || BigInteger.valueOf(size)
                                .compareTo(bound.fullSize(squared ? Norm.SQUARED_L2 : Norm.L1, dimension, grid))
                        <= 0;
    }

    /** A number a little below the largest size. Only a size that is not below this number is compared exactly. */
    private double surelyFits(boolean squared) {
        double steps = bound.most().doubleValue() / grid.doubleValue();
        double rounded = squared ? steps + Math.sqrt(dimension) / 2 : steps + dimension / 2.0;
        return (squared ? rounded * rounded : rounded) * (1 - 1e-9) - 2;
    }
}
