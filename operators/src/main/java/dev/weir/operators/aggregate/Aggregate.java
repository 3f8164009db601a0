package dev.weir.operators.aggregate;

import dev.weir.operators.identity.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;

/** One number that a query releases per cell. Amounts are whole grid steps, so that sums are exact and order-free. */
public sealed interface Aggregate extends Serializable permits Count, Sum {

    /** What is released, for a fingerprint: the kind under tag 1, and what sets its values or its price under others. */
    TaggedFields identity();

    /** The name of the released value. */
    String name();

    /** The value of one grid step. */
    BigDecimal grid();

    /** Grid steps as an exact decimal with as many decimals as the grid has: none on a grid of whole numbers. */
    default BigDecimal inValueUnits(long steps) {
        BigDecimal value = BigDecimal.valueOf(steps).multiply(grid());
        return value.setScale(Math.max(0, grid().stripTrailingZeros().scale()));
    }

    /** The part of the query's price, relative to the other aggregates' weights, above 0. */
    BigDecimal weight();

    /** What a record with this value offers, in grid steps: clamped, then rounded half up. */
    long steps(BigDecimal value);

    /** The same for a whole number. */
    default long steps(long value) {
        return steps(BigDecimal.valueOf(value));
    }

    /** What a unit whose offers of a cell add up to {@code raw} moves the cell by, in grid steps. */
    long emitted(long raw);

    /** Whether what a record adds never depends on what came before, and never takes anything back. */
    boolean onlyGrows();

    /** c: the most one record can add for a unit that has added nothing, in grid steps. */
    default long fullSize() {
        return largestTotal(1);
    }

    /**
     * The most one unit can move a cell, in grid steps.
     *
     * @param records how many records of the unit the cell takes; {@link Long#MAX_VALUE} if nothing bounds them
     * @return at least 1; {@link Long#MAX_VALUE} if nothing bounds it
     */
    long largestTotal(long records);
}
