package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;
import java.util.Arrays;

/**
 * Computes the best linear unbiased estimates of all nodes of a tree from the noisy integers of its measured levels, in two passes over the nodes.
 * Estimates add up: each is the sum of those of its children, up to rounding of doubles. An instance serves one window after another, and one thread
 * at a time; it allocates nothing for a window.
 *
 * <p><b>Guarantee.</b> The estimates are a function of the noisy integers and of public numbers, so they cost nothing: post-processing.
 *
 * <p><b>Arithmetic.</b> An estimate is y + c with the noisy integer y, or the sum of the children's y at a level that is not measured. The
 * corrections c are of the size of the noise. Only differences of y enter them, in 64-bit arithmetic whose overflows cancel; so totals of any size
 * are as exact as small ones as long as noise is below 2<sup>63</sup>. Sums are taken in the order of nodes, so the same numbers give the same bits.
 */
public final class TreeSolver {

    private final TreeVariances law;
    private final LevelTree tree;
    private final long[] bases;
    private final double[] corrections;
    /** By how much the children of a node disagree with the node, before the way down. */
    private final double[] gaps;

    /**
     * Creates the memory for solving.
     *
     * @param law the weights of the tree
     */
    public TreeSolver(TreeVariances law) {
        this.law = law;
        this.tree = law.tree();
        this.bases = new long[tree.nodes()];
        this.corrections = new double[tree.nodes()];
        this.gaps = new double[tree.innerNodes()];
    }

    /**
     * Solves a window.
     *
     * @param noisy the noisy integers of the window, complete, in the shape of the tree
     * @throws IllegalStateException if a number is missing
     */
    public void solve(NoisyNodes noisy) {
        if (!noisy.shape().equals(tree)) {
            throw new IllegalStateException("the numbers are those of another tree");
        }
        System.arraycopy(noisy.values(), 0, bases, 0, bases.length);
        climb();
        descend();
    }

    private void climb() {
        Arrays.fill(corrections, tree.innerNodes(), tree.nodes(), 0);
        for (int level = tree.levels() - 2; level >= 0; level--) {
            boolean measured = law.isMeasured(level);
            for (int node = tree.start(level); node < tree.start(level + 1); node++) {
                combine(node, measured);
            }
        }
    }

    private void combine(int node, boolean measured) {
        long sum = 0;
        double corrected = 0;
        int end = tree.firstChild(node + 1);
        for (int child = tree.firstChild(node); child < end; child++) {
            sum += bases[child];
            corrected += corrections[child];
        }
        if (!measured) {
            bases[node] = sum;
        }
        gaps[node] = (sum - bases[node]) + corrected;
        corrections[node] = gaps[node] * law.up(node);
    }

    private void descend() {
        for (int node = 0; node < gaps.length; node++) {
            double rest = corrections[node] - gaps[node];
            int end = tree.firstChild(node + 1);
            for (int child = tree.firstChild(node); child < end; child++) {
                corrections[child] += law.down(child) * rest;
            }
        }
    }

    /** The integer y of a node, to which its correction is added. */
    long base(int node) {
        return bases[node];
    }

    double correction(int node) {
        return corrections[node];
    }

    /**
     * The estimate of a node in grid steps, as a double.
     *
     * @param node the index of the node among all nodes
     */
    public double estimate(int node) {
        return bases[node] + corrections[node];
    }
}
