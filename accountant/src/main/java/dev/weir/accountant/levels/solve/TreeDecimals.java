package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;

/**
 * Rounds the estimates of the leaves of a tree to millionths of a grid step, and adds them up for the nodes above, so that rows add up exactly. A node
 * is off its estimate by at most half a millionth for each leaf below it. For numbers from which others are computed, which integers would make less
 * exact. An instance serves one window after another, and one thread at a time; it allocates nothing for a window.
 *
 * <p><b>Guarantee.</b> A function of the estimates: post-processing.
 */
public final class TreeDecimals {

    private static final int MILLION = 1_000_000;

    private final LevelTree tree;
    private final long[] wholes;
    private final int[] millionths;

    /**
     * Creates the memory for rounding.
     *
     * @param tree the tree
     */
    public TreeDecimals(LevelTree tree) {
        this.tree = tree;
        this.wholes = new long[tree.nodes()];
        this.millionths = new int[tree.nodes()];
    }

    /**
     * Rounds the estimates of a window.
     *
     * @param solved the solved window of the same tree
     */
    public void round(TreeSolver solved) {
        for (int leaf = tree.innerNodes(); leaf < wholes.length; leaf++) {
            double correction = solved.correction(leaf);
            double floor = Math.floor(correction);
            set(leaf, solved.base(leaf) + (long) floor, (long) Math.rint((correction - floor) * MILLION));
        }
        for (int node = tree.innerNodes() - 1; node >= 0; node--) {
            add(node);
        }
    }

    private void add(int node) {
        long whole = 0;
        long rest = 0;
        int end = tree.firstChild(node + 1);
        for (int child = tree.firstChild(node); child < end; child++) {
            whole += wholes[child];
            rest += millionths[child];
        }
        set(node, whole, rest);
    }

    private void set(int node, long whole, long rest) {
        wholes[node] = whole + rest / MILLION;
        millionths[node] = (int) (rest % MILLION);
    }

    /**
     * The largest whole number of grid steps that is not above the value of a node.
     *
     * @param node the index of the node among all nodes
     */
    public long whole(int node) {
        return wholes[node];
    }

    /**
     * What the value of a node has above {@link #whole}, in millionths of a grid step, from 0 to 999 999.
     *
     * @param node the index of the node among all nodes
     */
    public int millionths(int node) {
        return millionths[node];
    }
}
