package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;
import java.util.Arrays;

/**
 * Makes integers that add up and are not negative of the estimates of a tree. The root is rounded, and at least 0. Below each node the children's
 * estimates e are replaced by the nearest numbers that are not negative and add up to the node's integer Z: x = max(0, e - tau), with tau such that
 * they do. Then they are rounded by largest remainders. Values are too high on average where totals are small. An instance serves one window after
 * another, and one thread at a time.
 *
 * <p><b>Guarantee.</b> A function of the estimates and of the window's number: post-processing.
 */
public final class NonNegativeRounding {

    private final LevelTree tree;
    private final LargestRemainders remainders;
    private final double[] sorted;

    /** The integer part of tau. */
    private long tau;

    /** What tau has above its integer part, and what corrections add to it; of the size of the noise. */
    private double rest;

    /**
     * Creates the memory for rounding.
     *
     * @param tree the tree
     */
    public NonNegativeRounding(LevelTree tree) {
        this.tree = tree;
        int most = Siblings.most(tree);
        this.remainders = new LargestRemainders(most);
        this.sorted = new double[most];
    }

    /**
     * Rounds the estimates of a window.
     *
     * @param solved the solved window of the same tree
     * @param turn the number of the window
     * @param values takes one integer for each node, at least 0, in grid steps; each is exactly the sum of those of its children
     */
    public void round(TreeSolver solved, long turn, long[] values) {
        remainders.turn(turn);
        values[0] = Math.max(0, Siblings.root(solved));
        for (int node = 0; node < tree.innerNodes(); node++) {
            int from = tree.firstChild(node);
            int to = tree.firstChild(node + 1);
            project(solved, values[node], from, to);
            long lack = values[node];
            for (int child = from; child < to; child++) {
                values[child] = floor(solved, child, child - from);
                lack -= values[child];
            }
            if (lack >= 0) {
                remainders.distribute(lack, values, from, to);
            } else {
                take(-lack, values, from, to);
            }
        }
    }

    /** The floor of max(0, e - tau); keeps the fraction. */
    private long floor(TreeSolver solved, int child, int index) {
        long floor = (solved.base(child) - tau) + remainders.floor(index, solved.correction(child) - rest);
        return floor >= 0 ? floor : remainders.floor(index, 0);
    }

    /**
     * Finds tau = (sum of the n largest estimates - Z) / n, for the last n for which the n-th largest is above it, or for n = 1 if there is none.
     * Doubles decide which estimates are the n largest; then tau is computed from their integers exactly and from their corrections, so that it does
     * not lose digits where totals are large.
     */
    private void project(TreeSolver solved, long total, int from, int to) {
        double least = least(solved, total, from, to);
        int count = 0;
        long sum = -total;
        double corrected = 0;
        for (int child = from; child < to; child++) {
            if (solved.estimate(child) >= least) {
                count++;
                sum += solved.base(child);
                corrected += solved.correction(child);
            }
        }
        tau = Math.floorDiv(sum, (long) count);
        rest = (Math.floorMod(sum, (long) count) + corrected) / count;
    }

    /** The smallest of the n largest estimates. */
    private double least(TreeSolver solved, long total, int from, int to) {
        int count = to - from;
        for (int i = 0; i < count; i++) {
            sorted[i] = solved.estimate(from + i);
        }
        Arrays.sort(sorted, 0, count);
        double sum = 0;
        double least = sorted[count - 1];
        for (int n = 1; n <= count; n++) {
            double next = sorted[count - n];
            sum += next;
            if (next > (sum - total) / n) {
                least = next;
            }
        }
        return least;
    }

    /** Takes an excess that rounding of doubles has caused from siblings in their order, none of which becomes negative. */
    private static void take(long excess, long[] values, int from, int to) {
        long left = excess;
        for (int child = from; child < to && left > 0; child++) {
            long taken = Math.min(values[child], left);
            values[child] -= taken;
            left -= taken;
        }
    }
}
