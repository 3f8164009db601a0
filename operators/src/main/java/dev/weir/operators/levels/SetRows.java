package dev.weir.operators.levels;

import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.accountant.levels.solve.SetRounding;
import dev.weir.accountant.levels.solve.SetSolver;
import dev.weir.accountant.levels.solve.SetVariances;

/** Numbers of a family of sets, in millionths of a grid step: if one set contains all others, they add up exactly. */
final class SetRows implements RowSolver {

    private final SetFamily family;
    private final SetSolver solver;
    private final SetRounding rounding;

    /**
     * Creates the memory for a family.
     *
     * @param noise the variance of the drawn noise of each level; NaN where it is not measured
     */
    SetRows(SetFamily family, double[] noise) {
        SetVariances law = new SetVariances(family, noise);
        this.family = family;
        this.solver = new SetSolver(law);
        this.rounding = new SetRounding(law);
    }

    @Override
    public void solve(NoisyNodes noisy, long turn, int number, SolvedRows rows) {
        solver.solve(noisy);
        rounding.round(solver);
        for (int level = 0; level < family.levels(); level++) {
            for (int node = 0; node < family.nodes(level); node++) {
                rows.setValue(
                        family.start(level) + node,
                        number,
                        rounding.whole(level, node),
                        rounding.millionths(level, node));
            }
        }
    }
}
