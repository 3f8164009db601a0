package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.accountant.levels.solve.NonNegativeRounding;
import dev.weir.accountant.levels.solve.TreeRounding;
import dev.weir.accountant.levels.solve.TreeSolver;
import dev.weir.accountant.levels.solve.TreeVariances;

/** Integers of a tree: each is the sum of those of its children. */
final class TreeRows implements RowSolver {

    private final TreeSolver solver;
    private final TreeRounding rounding;
    private final NonNegativeRounding nonNegative;
    private final boolean isNonNegative;
    private final long[] values;

    /**
     * Creates the memory for a tree.
     *
     * @param noise the variance of the drawn noise of each level; NaN where it is not measured
     * @param isNonNegative whether no integer may be negative
     */
    TreeRows(LevelTree tree, double[] noise, boolean isNonNegative) {
        this.solver = new TreeSolver(new TreeVariances(tree, noise));
        this.rounding = new TreeRounding(tree);
        this.nonNegative = new NonNegativeRounding(tree);
        this.isNonNegative = isNonNegative;
        this.values = new long[tree.nodes()];
    }

    @Override
    public void solve(NoisyNodes noisy, long turn, int number, SolvedRows rows) {
        solver.solve(noisy);
        if (isNonNegative) {
            nonNegative.round(solver, turn, values);
        } else {
            rounding.round(solver, turn, values);
        }
        for (int row = 0; row < rows.size(); row++) {
            rows.setValue(row, number, values[row], 0);
        }
    }
}
