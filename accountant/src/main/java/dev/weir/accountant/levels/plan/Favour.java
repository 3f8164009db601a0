package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelShape;
import java.util.stream.IntStream;

/** For which rows the errors are made small, as a public choice. */
public enum Favour {
    /** The sum over levels of the mean variance of a level's rows. */
    LEVELS,
    /** The sum of the variances of all rows. */
    ROWS,
    /** No optimum: each level gets the same part of the share. Errors are stated as for {@link #LEVELS}. */
    EQUAL;

    /**
     * The weight omega of the variance of one row of each level.
     *
     * @param shape the shape of the levels
     */
    double[] omegas(LevelShape shape) {
        return IntStream.range(0, shape.levels())
                .mapToDouble(level -> this == ROWS ? 1 : 1.0 / shape.nodes(level))
                .toArray();
    }
}
