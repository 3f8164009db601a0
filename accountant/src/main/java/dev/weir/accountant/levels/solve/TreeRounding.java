package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;

/**
 * Makes integers that add up of the estimates of a tree: the root is rounded, and below each node the children's estimates are moved by equal
 * parts so that they add up to the node's integer, then rounded by largest remainders. No integer differs from its estimate by 1 or more: a child is
 * moved by at most 1 / k of its parent's difference, and rounding moves it by at most (k - 1) / k. An instance serves one window after another, and
 * one thread at a time.
 *
 * <p><b>Guarantee.</b> A function of the estimates and of the window's number: post-processing.
 */
public final class TreeRounding {

    private final LevelTree tree;
    private final LargestRemainders remainders;

    /**
     * Creates the memory for rounding.
     *
     * @param tree the tree
     */
    public TreeRounding(LevelTree tree) {
        this.tree = tree;
        this.remainders = new LargestRemainders(Siblings.most(tree));
    }

    /**
     * Rounds the estimates of a window.
     *
     * @param solved the solved window of the same tree
     * @param turn the number of the window
     * @param values takes one integer for each node, in grid steps; each is exactly the sum of those of its children
     */
    public void round(TreeSolver solved, long turn, long[] values) {
        remainders.turn(turn);
        values[0] = Siblings.root(solved);
        for (int node = 0; node < tree.innerNodes(); node++) {
            int from = tree.firstChild(node);
            int to = tree.firstChild(node + 1);
            double moved = ((values[node] - solved.base(node)) - solved.correction(node)) / (to - from);
            long lack = values[node];
            for (int child = from; child < to; child++) {
                values[child] = solved.base(child) + remainders.floor(child - from, solved.correction(child) + moved);
                lack -= values[child];
            }
            remainders.distribute(lack, values, from, to);
        }
    }
}
