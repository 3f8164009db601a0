package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.grid.GridRule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;

/** Measures the error that rounding to a grid causes in the values of a sample. */
final class RoundingError {

    private static final double MOVED_MUCH = 0.1;
    private static final int HUNDREDTH = 100;

    /** The finest grid that a pipeline file can state. */
    private static final BigDecimal FINEST = BigDecimal.ONE.scaleByPowerOfTen(-30);

    private final String name;
    private final BigDecimal grid;
    private long values;
    private long nonzero;
    private long lost;
    private double moved;
    private double size;

    /**
     * @param name the names of the query and of the value, separated by a blank
     * @param grid the size of one grid step, above 0
     */
    RoundingError(String name, BigDecimal grid) {
        this.name = name;
        this.grid = grid;
    }

    /** Adds a value. A value of more than 2<sup>62</sup> grid steps is ignored, because it is too large for any clamp. */
    void add(BigDecimal value) {
        BigDecimal by = GridRule.moved(value, grid);
        if (by.compareTo(GridRule.mostMoved(grid)) <= 0) {
            values++;
            nonzero += value.signum() != 0 ? 1 : 0;
            moved += by.doubleValue();
            size += value.abs().doubleValue();
            lost += value.signum() != 0 && by.compareTo(value.abs()) == 0 ? 1 : 0;
        }
    }

    /** Returns a line about the size of the rounding errors. */
    String line() {
        return String.format(
                Locale.ROOT,
                "  %s: rounding to multiples of %s moves a value by %s on average, at most by %s; %d of %d values other than 0"
                        + " become 0",
                name,
                grid.toPlainString(),
                ExpectedError.number(moved / Math.max(1, values)),
                GridRule.mostMoved(grid).toPlainString(),
                lost,
                nonzero);
    }

    /**
     * Returns a warning if rounding moves the values by more than a tenth of their size in total, or turns more than one in a
     * hundred nonzero values into 0.
     */
    Optional<String> warning() {
        boolean isMuch = moved > MOVED_MUCH * size;
        return isMuch || lost * HUNDREDTH > nonzero
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "rounding to the grid of %s moves %s by %.0f %% of its size, and turns %d of %d values other than 0"
                                + " into 0%s",
                        grid.toPlainString(),
                        name,
                        size > 0 ? 100 * moved / size : 100,
                        lost,
                        nonzero,
                        finer()))
                : Optional.empty();
    }

    private String finer() {
        BigDecimal ordinary = new BigDecimal(size / Math.max(1, nonzero)).round(new MathContext(1));
        return GridRule.choiceFor(BigDecimal.ZERO, ordinary)
                .map(FINEST::max)
                .filter(choice -> choice.compareTo(grid) < 0)
                .map(choice -> ": write a finer one, such as grid: " + choice.toPlainString())
                .orElse(": write a finer one");
    }
}
