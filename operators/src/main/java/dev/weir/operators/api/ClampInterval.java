package dev.weir.operators.api;

import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.grid.GridRule;
import java.io.Serializable;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a clamp.
 *
 * @param low the lower bound, in the field's unit
 * @param high the upper bound, in the field's unit
 */
record ClampInterval(BigDecimal low, BigDecimal high) implements Serializable {

    /**
     * Returns the chosen grid, or the usual grid if none was chosen. The usual grid is refused if the bounds are fewer
     * than 100 of its steps apart.
     */
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

    /** Returns the bounds in whole steps of a grid. */
    Sum.Range inSteps(BigDecimal grid) {
        return GridRule.inSteps("clamp", low, high, grid);
    }
}
