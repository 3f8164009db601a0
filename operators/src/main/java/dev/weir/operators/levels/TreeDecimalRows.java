package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.accountant.levels.solve.TreeDecimals;
import dev.weir.accountant.levels.solve.TreeSolver;
import dev.weir.accountant.levels.solve.TreeVariances;

/** Millionths of a tree, from which other values are computed: each number is the sum of those of its children. */
final class TreeDecimalRows implements RowSolver {

    private final TreeSolver solver;
    private final TreeDecimals decimals;

    /**
     * Creates the memory for a tree.
     *
     * @param noise the variance of the drawn noise of each level; NaN where it is not measured
     */
    TreeDecimalRows(LevelTree tree, double[] noise) {
        this.solver = new TreeSolver(new TreeVariances(tree, noise));
        this.decimals = new TreeDecimals(tree);
    }

    @Override
    public void solve(NoisyNodes noisy, long turn, int number, SolvedRows rows) {
        solver.solve(noisy);
        decimals.round(solver);
        for (int row = 0; row < rows.size(); row++) {
            rows.setValue(row, number, decimals.whole(row), decimals.millionths(row));
        }
    }
}
