package dev.weir.operators.levels;

import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.operators.aggregate.solved.SolvedNumbers;

/** Numbers that do not add up over keys, such as distinct units: every row is the noisy number of its own node. */
final class OwnRows implements RowSolver {

    @Override
    public void solve(NoisyNodes noisy, long turn, int number, long[][] rows) {
        for (int node = 0; node < rows.length; node++) {
            SolvedNumbers.setValue(rows[node], number, noisy.value(node), 0);
        }
    }
}
