package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.util.List;

/** A block of one clamped value, which travels as its steps above the lower bound of the clamp. */
public interface ClampedBlock extends Block {

    /** Makes a block, as the constructor of each kind does. */
    @FunctionalInterface
    interface Kind {

        /**
         * A block of this kind.
         *
         * @param name the name of the released value
         * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
         * @param grid the value of one grid step, above 0
         * @param clamp bounds of one record's value, in grid steps
         * @throws IllegalArgumentException if the kind has no such block
         */
        ClampedBlock of(String name, BigDecimal weight, BigDecimal grid, Sum.Range clamp);
    }

    /** The value of one grid step. */
    BigDecimal grid();

    /** Bounds of one record's value, in grid steps. */
    Sum.Range clamp();

    /**
     * The errors of what is made of noisy coordinates, to first order in the noise; rows and cards state at most what the clamp admits.
     *
     * @param measured the noisy coordinates; those of this block start at {@code at}
     * @param stddev the standard deviation of their noise, in steps of the coordinates
     */
    MomentErrors errors(long[] measured, int at, double stddev);

    /** The width of the clamp, in value units. */
    default double span() {
        return Clamping.width(clamp()) * grid().doubleValue();
    }

    /** Other ends of the clamp, in grid steps. */
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
