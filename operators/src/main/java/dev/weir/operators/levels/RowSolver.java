package dev.weir.operators.levels;

import dev.weir.accountant.levels.solve.NoisyNodes;

/** Estimates and rounds one number of all rows of a window. */
interface RowSolver {

    /**
     * Solves a window.
     *
     * @param noisy the noisy integers, complete
     * @param turn the number of the window
     * @param number the number of the measured number in a row
     * @param rows takes the values, for each node of each level
     */
    void solve(NoisyNodes noisy, long turn, int number, SolvedRows rows);
}
