package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the complete windows of a query with levels, at one price.
 *
 * <p>Each step of running totals is solved by itself, with the errors of its step: because all series have the same correlation, that is the best
 * estimate from the whole series. A sliding window is the difference of two published totals. The noisy totals of both are in the window; the earlier
 * ones are solved once more, which gives the rows that were published for them, because a solve is a function of its numbers. So windows add
 * up over keys and over time, and rows are never revised.
 */
final class RowsOfSteps {

    private final LevelNoise noise;
    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final boolean sharesNoise;
    private final int panes;
    private @Nullable WindowSolver latest;
    private long solvedStep;

    RowsOfSteps(PricedQuery priced) {
        this.noise = priced.levelNoise().orElseThrow();
        this.aggregates = priced.query().aggregates();
        this.layout = priced.query().layout();
        this.sharesNoise = priced.query().window().sharesNoise();
        this.panes = Math.toIntExact(priced.keptTotals());
    }

    /**
     * Estimates the rows of a window.
     *
     * @param window the window, complete
     * @param turn the number of the window
     * @return a row for each node of each level, in their order
     */
    SolvedRows solve(DrawnNodes window, long turn) {
        long step = window.step();
        SolvedRows rows = solver(step).solve(window, 0, turn);
        if (panes > 0 && step > panes) {
            SolvedRows earlier =
                    new WindowSolver(noise, aggregates, step - panes).solve(window, layout.measured(), turn - panes);
            rows.subtract(earlier);
        }
        setErrors(rows, step);
        return rows;
    }

    private WindowSolver solver(long step) {
        WindowSolver solver = latest;
        if (solver == null || (sharesNoise && solvedStep != step)) {
            solver = new WindowSolver(noise, aggregates, step);
            latest = solver;
            solvedStep = step;
        }
        return solver;
    }

    private void setErrors(SolvedRows rows, long step) {
        for (int i = 0; i < aggregates.size(); i++) {
            double[] stddevs = noise.published(i, step);
            int end = layout.measuredAt(i) + aggregates.get(i).measured();
            IntStream.range(layout.measuredAt(i), end).forEach(number -> setErrors(rows, number, stddevs));
        }
    }

    private static void setErrors(SolvedRows rows, int number, double[] stddevs) {
        for (int row = 0; row < rows.size(); row++) {
            rows.setStddev(row, number, stddevs[row]);
        }
    }

    /** A noisy number of a node in a window. */
    long raw(DrawnNodes window, int node, int number) {
        long newest = window.number(node, number);
        return panes > 0 ? newest - window.number(node, layout.measured() + number) : newest;
    }
}
