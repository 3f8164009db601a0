package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;

/** Converts values into steps above the lower bound of a clamp, from 0 to its width. */
final class Clamping {

    /** The largest absolute value of a bound: doubles hold whole numbers up to it exactly. */
    private static final long LARGEST_BOUND = 1L << 52;

    private Clamping() {}

    /** How many steps lie between the bounds. */
    static long width(Sum.Range clamp) {
        return clamp.high() - clamp.low();
    }

    /**
     * Rounds a value half up to the grid, then clamps it in steps, so that rounding moves no value out of the clamp.
     */
    static long above(BigDecimal value, BigDecimal grid, Sum.Range clamp) {
        return clamp.clamp(Sum.toSteps(value, grid)) - clamp.low();
    }

    /** Clamps a whole number as {@link #above(BigDecimal, BigDecimal, Sum.Range)} does. */
    static long above(long value, BigDecimal grid, Sum.Range clamp) {
        return clamp.clamp(Sum.toSteps(value, grid)) - clamp.low();
    }

    /**
     * Refuses a clamp whose bounds are equal or too far apart.
     *
     * @param most the most steps between the bounds, a power of two
     */
    static void require(Sum.Range clamp, long most) {
        if (clamp.largest() > LARGEST_BOUND) {
            throw new IllegalArgumentException(
                    "clamp must lie within 2^52 grid steps of 0, reached " + clamp.largest());
        }
        long width = width(clamp);
        if (width < 1 || width > most) {
            throw new IllegalArgumentException("clamp must be 1 to 2^" + Long.numberOfTrailingZeros(most)
                    + " grid steps wide, was " + width + ": use a coarser grid or other bounds");
        }
    }
}
