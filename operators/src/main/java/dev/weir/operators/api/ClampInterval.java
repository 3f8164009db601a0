package dev.weir.operators.api;

import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a clamp.
 *
 * @param low in value units
 * @param high in value units
 */
record ClampInterval(BigDecimal low, BigDecimal high) implements Serializable {

    /** The grid, which must have been chosen unless the usual one leaves 100 steps or more. */
    BigDecimal grid(@Nullable BigDecimal chosen) {
        if (chosen != null) {
            return chosen;
        }
        GridRule.choiceFor(low, high).ifPresent(finer -> {
            throw new IllegalArgumentException(
                    "grid must be given where a clamp is fewer than 100 steps of 1 wide, was none for ["
                            + low + ", " + high + "]: add .onGrid(new BigDecimal(\"" + finer.toPlainString()
                            + "\")), or .onGrid(BigDecimal.ONE) for whole numbers");
        });
        return GridRule.USUAL;
    }

    /** The bounds in whole steps of a grid. */
    Sum.Range inSteps(BigDecimal grid) {
        return GridRule.inSteps("clamp", low, high, grid);
    }
}
