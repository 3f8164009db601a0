package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;

/** What both ways of rounding the estimates of a tree have in common. */
final class Siblings {

    private static final int BITS = LargestRemainders.BITS;

    private Siblings() {}

    /** The largest number of children of a node. */
    static int most(LevelTree tree) {
        int most = 0;
        for (int node = 0; node < tree.innerNodes(); node++) {
            most = Math.max(most, tree.firstChild(node + 1) - tree.firstChild(node));
        }
        return most;
    }

    /** The rounded estimate of the root: the floor of the estimate, in steps of 2<sup>-20</sup>, plus 1/2. */
    static long root(TreeSolver solved) {
        double correction = solved.correction(0);
        double floor = Math.floor(correction);
        long half = (long) Math.rint((correction - floor) * (1 << BITS)) + (1L << (BITS - 1));
        return solved.base(0) + (long) floor + (half >> BITS);
    }
}
