package dev.weir.operators.levels;

import dev.weir.accountant.levels.solve.NoisyNodes;

/** Numbers that do not add up over keys, such as distinct units: every row is the noisy number of its own node. */
final class OwnRows implements RowSolver {

    @Override
    public void solve(NoisyNodes noisy, long turn, int number, SolvedRows rows) {
        for (int node = 0; node < rows.size(); node++) {
            rows.setValue(node, number, noisy.value(node), 0);
        }
    }
}
