package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.util.List;

/**
 * A block that reads one clamped value. A record carries the value as the number of steps above the lower bound of the
 * clamp.
 */
public interface ClampedBlock extends Block {

    /** Creates blocks of one kind. */
    @FunctionalInterface
    interface Kind {

        /**
         * Creates a block of this kind.
         *
         * @param name the name of the released value
         * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
         * @param grid the value of one grid step, above 0
         * @param clamp bounds of one record's value, in grid steps
         * @throws IllegalArgumentException if a block of this kind may not have these components
         */
        ClampedBlock of(String name, BigDecimal weight, BigDecimal grid, Sum.Range clamp);
    }

    /** The value of one grid step. */
    BigDecimal grid();

    /** Bounds of one record's value, in grid steps. */
    Sum.Range clamp();

    /**
     * The errors of values that are computed from noisy coordinates, to first order in the noise. Output rows and the
     * privacy card state at most the largest error that the clamp allows.
     *
     * @param measured the noisy coordinates
     * @param at the index of this block's first coordinate
     * @param stddev the standard deviation of the noise in each coordinate, in steps of the coordinates
     */
    MomentErrors errors(long[] measured, int at, double stddev);

    /** The width of the clamp, in the field's unit. */
    default double span() {
        return Clamping.width(clamp()) * grid().doubleValue();
    }

    /**
     * Converts other bounds of the clamp into grid steps.
     *
     * @param ends the bounds, in the field's unit
     */
    default Sum.Range inSteps(Ends ends) {
        return new Sum.Range(Sum.toSteps(ends.low(), grid()), Sum.toSteps(ends.high(), grid()));
    }

    @Override
    default List<Ends> ends() {
        return List.of(new Ends(
                "clamp",
                grid().multiply(BigDecimal.valueOf(clamp().low())),
                grid().multiply(BigDecimal.valueOf(clamp().high())),
                Ends.Growth.WIDTH));
    }

    @Override
    default List<BigDecimal> grids() {
        return List.of(grid());
    }

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = Clamping.above(values[from], grid(), clamp());
    }

    @Override
    default void encode(long value, long[] words, int at) {
        words[at] = Clamping.above(value, grid(), clamp());
    }
}
