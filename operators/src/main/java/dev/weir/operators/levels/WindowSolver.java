package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates all rows of a window from its noisy numbers, aggregate by aggregate. The result is a function of these numbers, of the window's number and
 * of public configuration; the same numbers give the same result. Used by one thread.
 *
 * <p>Distinct units do not add up over keys, so nothing is estimated: each row has the noisy number of its own node.
 *
 * <p><b>Guarantee.</b> Post-processing of numbers that were drawn and paid for: it costs nothing ({@link LevelPlan}).
 */
final class WindowSolver {

    private final LevelShape shape;
    private final List<NumberSolver> numbers = new ArrayList<>();

    /**
     * Creates a solver.
     *
     * @param priced a query with levels, at one price
     */
    WindowSolver(PricedQuery priced) {
        LevelPrice price = priced.levels().orElseThrow();
        this.shape = price.plans().get(0).shape();
        List<Aggregate> aggregates = priced.query().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            numbers.add(new NumberSolver(price.plans().get(i), aggregates.get(i)));
        }
    }

    /**
     * Estimates the rows of a window.
     *
     * @param drawn the noisy numbers of all aggregates at each measured node; every number must be there
     * @param turn the number of the window
     * @return for each node of each level the {@link SolvedNumbers} of its row
     */
    long[][] solve(DrawnNodes drawn, long turn) {
        long[][] rows = new long[shape.nodes()][numbers.size() * SolvedNumbers.WORDS];
        for (int i = 0; i < numbers.size(); i++) {
            numbers.get(i).solve(drawn, i, turn, rows);
        }
        return rows;
    }

    /** The noisy integers of one aggregate, and the solver of their shape. */
    private static final class NumberSolver {

        private final LevelShape shape;
        private final LevelPlan plan;
        private final NoisyNodes noisy;
        private final RowSolver solver;
        private final double[] stddevs;

        NumberSolver(LevelPlan plan, Aggregate aggregate) {
            this.plan = plan;
            this.shape = plan.shape();
            boolean[] measured = new boolean[shape.levels()];
            for (int level = 0; level < measured.length; level++) {
                measured[level] = plan.isMeasured(level);
            }
            this.noisy = new NoisyNodes(shape, measured);
            this.solver = solver(plan, aggregate);
            this.stddevs = LevelErrors.published(plan, aggregate.addsUpOverKeys());
        }

        private static RowSolver solver(LevelPlan plan, Aggregate aggregate) {
            if (!aggregate.addsUpOverKeys()) {
                return new OwnRows();
            }
            double[] noise = LevelErrors.drawn(plan);
            return plan.shape() instanceof LevelTree tree
                    ? new TreeRows(tree, noise, aggregate.postProcessing().isNonNegative())
                    : new SetRows((SetFamily) plan.shape(), noise);
        }

        void solve(DrawnNodes drawn, int aggregate, long turn, long[][] rows) {
            noisy.clear();
            for (int level = 0; level < shape.levels(); level++) {
                for (int node = 0; plan.isMeasured(level) && node < shape.nodes(level); node++) {
                    noisy.put(level, node, drawn.number(shape.start(level) + node, aggregate));
                }
            }
            solver.solve(noisy, turn, aggregate, rows);
            for (int row = 0; row < rows.length; row++) {
                SolvedNumbers.setStddev(rows[row], aggregate, stddevs[row]);
            }
        }
    }
}
