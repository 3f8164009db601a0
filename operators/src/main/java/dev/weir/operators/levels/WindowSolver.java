package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.operators.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Estimates all rows of a window, or of a step of running totals, from its noisy numbers, number by number: each bin or coordinate of a block by itself. The result is a function of these
 * numbers, of the window's number and of public configuration; the same numbers give the same result. Used by one thread.
 *
 * <p>Distinct units do not add up over keys, so nothing is estimated: each row has the noisy number of its own node.
 *
 * <p><b>Guarantee.</b> Post-processing of numbers that were drawn and paid for: it costs nothing ({@link LevelPlan}, {@link
 * dev.weir.accountant.levels.series.LevelSeries}).
 */
final class WindowSolver {

    private final LevelShape shape;
    private final List<NumberSolver> numbers = new ArrayList<>();

    /**
     * Creates a solver.
     *
     * @param noise the noise of the rows
     * @param aggregates the aggregates of the query
     * @param step the step of the series; ignored if every window has independent noise
     */
    WindowSolver(LevelNoise noise, List<Aggregate> aggregates, long step) {
        this.shape = noise.shape();
        for (int i = 0; i < aggregates.size(); i++) {
            NumberSolver solver = new NumberSolver(noise, noise.drawn(i, step), aggregates.get(i));
            numbers.addAll(Collections.nCopies(aggregates.get(i).measured(), solver));
        }
    }

    /**
     * Estimates the rows of a window, without their errors.
     *
     * @param drawn the noisy numbers of all aggregates at each measured node; every number must be there
     * @param from the index of the first number of the first aggregate among those of a node
     * @param turn the number of the window
     * @return a row for each node of each level, in their order
     */
    SolvedRows solve(DrawnNodes drawn, int from, long turn) {
        SolvedRows rows = new SolvedRows(shape.nodes(), numbers.size());
        for (int i = 0; i < numbers.size(); i++) {
            NumberSolver solver = numbers.get(i);
            solver.take(drawn, from + i);
            solver.rows.solve(solver.noisy, turn, i, rows);
        }
        return rows;
    }

    /** The noisy integers of one number of an aggregate, and the solver of their shape. All numbers of an aggregate have the same noise, and are solved in turn. */
    private static final class NumberSolver {

        private final LevelNoise noise;
        private final NoisyNodes noisy;
        private final RowSolver rows;

        NumberSolver(LevelNoise noise, double[] drawn, Aggregate aggregate) {
            this.noise = noise;
            boolean[] measured = new boolean[noise.shape().levels()];
            for (int level = 0; level < measured.length; level++) {
                measured[level] = noise.isMeasured(level);
            }
            this.noisy = new NoisyNodes(noise.shape(), measured);
            this.rows = rows(noise.shape(), drawn, aggregate);
        }

        private static RowSolver rows(LevelShape shape, double[] drawn, Aggregate aggregate) {
            NodeNumbers kind = aggregate.nodeNumbers();
            if (kind == NodeNumbers.OWN) {
                return new OwnRows();
            }
            if (shape instanceof SetFamily family) {
                return new SetRows(family, drawn);
            }
            LevelTree tree = (LevelTree) shape;
            return kind == NodeNumbers.DECIMALS
                    ? new TreeDecimalRows(tree, drawn)
                    : new TreeRows(tree, drawn, aggregate.postProcessing().isNonNegative());
        }

        void take(DrawnNodes drawn, int number) {
            LevelShape shape = noise.shape();
            noisy.clear();
            for (int level = 0; level < shape.levels(); level++) {
                for (int node = 0; noise.isMeasured(level) && node < shape.nodes(level); node++) {
                    noisy.put(level, node, drawn.number(shape.start(level) + node, number));
                }
            }
        }
    }
}
