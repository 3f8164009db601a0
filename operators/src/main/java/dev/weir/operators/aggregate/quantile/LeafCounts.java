package dev.weir.operators.aggregate.quantile;

import java.util.Arrays;

/**
 * The estimates that are computed from the noisy counts of all nodes of a {@link CountTree}: estimates of least
 * variance for all leaves, and prefix counts that never decrease.
 *
 * <p>The leaves are estimated in two passes. From the leaves up, a node's estimate is the weighted mean of its own
 * noisy count and the sum of its children's estimates. The weight of its own count is (k<sup>l</sup> - k<sup>l-1</sup>)
 * / (k<sup>l</sup> - 1), where l is the node's height (leaf: 1). From the roots down, the difference between a node's
 * final estimate and the sum of its children's estimates is split evenly among the children. Source: Hay, Rastogi,
 * Miklau and Suciu (2010), section 4.
 *
 * <p>Then prefix sums are made non-decreasing by pooling neighbours that are out of order (least squares), and clamped
 * between 0 and the total. All of this is post-processing.
 */
public final class LeafCounts {

    private static final double TOLERANCE = 1e-9;

    private final double[] leaves;
    private final double[] cumulative;
    private final double total;

    private LeafCounts(double[] leaves) {
        this.leaves = leaves;
        cumulative = leaves.clone();
        for (int i = 1; i < cumulative.length; i++) {
            cumulative[i] += cumulative[i - 1];
        }
        total = cumulative[cumulative.length - 1];
        makeMonotone();
    }

    /**
     * Computes the estimates of a tree.
     *
     * @param tree the shape of the tree
     * @param nodes the array with the noisy counts of all nodes, level by level, roots first
     * @param at the index of the first node
     */
    public static LeafCounts of(CountTree tree, long[] nodes, int at) {
        int[] starts = starts(tree);
        double[] up = new double[tree.nodes()];
        for (int i = 0; i < up.length; i++) {
            up[i] = nodes[at + i];
        }
        for (int level = tree.levels() - 2; level >= 0; level--) {
            climb(tree, up, starts, level);
        }
        for (int level = 0; level < tree.levels() - 1; level++) {
            descend(tree, up, starts, level);
        }
        return new LeafCounts(Arrays.copyOfRange(up, starts[tree.levels() - 1], up.length));
    }

    private static int[] starts(CountTree tree) {
        int[] starts = new int[tree.levels() + 1];
        for (int level = 0; level < tree.levels(); level++) {
            starts[level + 1] = starts[level] + tree.roots() * tree.width(level);
        }
        return starts;
    }

    private static void climb(CountTree tree, double[] z, int[] starts, int level) {
        int k = tree.branching();
        double all = Math.pow(k, tree.levels() - level);
        double below = all / k;
        for (int node = starts[level]; node < starts[level + 1]; node++) {
            int child = starts[level + 1] + (node - starts[level]) * k;
            double sum = sum(z, child, k);
            z[node] = z[node] * ((all - below) / (all - 1)) + sum * ((below - 1) / (all - 1));
        }
    }

    private static void descend(CountTree tree, double[] z, int[] starts, int level) {
        int k = tree.branching();
        for (int node = starts[level]; node < starts[level + 1]; node++) {
            int child = starts[level + 1] + (node - starts[level]) * k;
            double more = (z[node] - sum(z, child, k)) / k;
            for (int i = child; i < child + k; i++) {
                z[i] += more;
            }
        }
    }

    private static double sum(double[] values, int from, int count) {
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Pools adjacent violators among all prefixes except the last, which is the total. */
    private void makeMonotone() {
        int last = cumulative.length - 1;
        double[] sums = new double[last];
        int[] sizes = new int[last];
        int pools = 0;
        for (int i = 0; i < last; i++) {
            double sum = cumulative[i];
            int size = 1;
            while (pools > 0 && sums[pools - 1] * size >= sum * sizes[pools - 1]) {
                pools--;
                sum += sums[pools];
                size += sizes[pools];
            }
            sums[pools] = sum;
            sizes[pools++] = size;
        }
        int to = 0;
        double most = Math.max(0, total);
        for (int pool = 0; pool < pools; pool++) {
            double mean = Math.max(0, Math.min(most, sums[pool] / sizes[pool]));
            Arrays.fill(cumulative, to, to + sizes[pool], mean);
            to += sizes[pool];
        }
        cumulative[last] = most;
    }

    /** The estimates of the leaves. */
    public double[] leaves() {
        return leaves.clone();
    }

    /** The estimate N of the number of records. */
    public double total() {
        return total;
    }

    /** The prefix counts. They do not decrease and lie between 0 and N; if N is negative, all of them are 0. */
    public double[] cumulative() {
        return cumulative.clone();
    }

    /** Whether the estimated number of records is at least 1. If it is less, no quantile and no extreme is released. */
    public boolean isKnown() {
        return total >= 1 - TOLERANCE;
    }

    /**
     * Returns the first leaf whose prefix count reaches a rank, or the last leaf if no prefix count does.
     *
     * @param rank the rank, in records
     */
    public int leafOf(double rank) {
        double least = rank - TOLERANCE * Math.max(1, total);
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] >= least) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Returns the leaf of the largest value if up to {@code ignored} of the largest records are ignored: the first leaf
     * after which at most that many records remain.
     */
    int lastBelow(double ignored) {
        return leafOf(total - ignored);
    }

    /**
     * Returns the leaf of the smallest value if up to {@code ignored} of the smallest records are ignored: the first
     * leaf whose prefix count is above that number, or the last leaf if no prefix count is.
     */
    int firstAbove(double ignored) {
        double most = ignored + TOLERANCE * Math.max(1, total);
        int leaf = 0;
        while (leaf < cumulative.length - 1 && cumulative[leaf] <= most) {
            leaf++;
        }
        return leaf;
    }
}
