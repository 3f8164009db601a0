package dev.weir.operators.aggregate;

import java.math.BigDecimal;

/** A scalar that counts. It reads no field of a record, and its total never falls. */
sealed interface Counting extends Scalar permits Count, DistinctUnits {

    @Override
    default BigDecimal grid() {
        return BigDecimal.ONE;
    }

    @Override
    default boolean isClamped() {
        return false;
    }

    @Override
    default int fields() {
        return 0;
    }

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = 1;
    }

    @Override
    default boolean neverFalls() {
        return true;
    }
}
