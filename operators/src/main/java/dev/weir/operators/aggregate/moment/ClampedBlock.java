package dev.weir.operators.aggregate.moment;

import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;

/** A block of one clamped value, which travels as its steps above the lower bound of the clamp. */
interface ClampedBlock extends Block {

    /** The value of one grid step. */
    BigDecimal grid();

    /** Bounds of one record's value, in grid steps. */
    Sum.Range clamp();

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = Clamping.above(values[from], grid(), clamp());
    }

    @Override
    default void encode(long value, long[] words, int at) {
        words[at] = Clamping.above(value, grid(), clamp());
    }
}
