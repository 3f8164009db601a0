package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.io.Serializable;

/**
 * The shape of a forest of counts. It has one or more roots, and every node above the leaves has {@code branching} children. Nodes are
 * numbered level by level, roots first and leaves last. A record adds 1 to its leaf and to every node above it.
 *
 * <p>With independent noise of standard deviation nu on every node and estimates of least variance, the variance of prefix counts has a
 * closed form. Let F(t) be the estimate for the first t leaves, N the estimate for all leaves, and L' the number of leaves. A node of
 * height l (leaf: 0) has B = k<sup>l</sup> leaves. Let t = a B + x with 0 &le; x &lt; B, s<sub>l</sub>(t) = a B + x&sup2; / B and
 * lambda<sub>l</sub> = (k<sup>l+1</sup> - 1) / (k - 1). Then:
 *
 * <pre>Var(F(t) - q N) = nu&sup2; (sum over l &lt; h-1 of (s_l - s_(l+1)) / lambda_l
 *                                 + (s_(h-1) - 2 q t + q&sup2; L') / lambda_(h-1))</pre>
 *
 * <p>Source: derived with the project's reference calculation, where it equals the variance by dense least squares.
 *
 * @param branching k, how many children a node has, at least 2
 * @param levels h, how many levels are counted, at least 1
 * @param roots how many roots there are, at least 1
 */
public record CountTree(int branching, int levels, int roots) implements Serializable {

    private static final int MOST_CHILDREN = 64;
    private static final int GAUSSIAN_CHILDREN = 4;
    private static final int MOST_NODES = 1 << 24;

    /** @throws IllegalArgumentException if a component is not as described, or there are more than 2^24 leaves */
    public CountTree {
        if (branching < 2 || levels < 1 || roots < 1) {
            throw new IllegalArgumentException("a tree must have k >= 2, levels >= 1, roots >= 1, were " + branching
                    + ", " + levels + ", " + roots);
        }
        if (roots * Math.pow(branching, levels - 1) > MOST_NODES) {
            throw new IllegalArgumentException("a tree must have at most 2^24 leaves");
        }
    }

    /**
     * Returns the shape for which the mean of Var(F(t) - N / 2) over all leaves is smallest, for noise of the same price.
     *
     * @param norm the norm of the noise; with Gaussian noise, k is always 4
     * @param leaves how many leaves have a value, at least 1
     */
    public static CountTree of(Norm norm, int leaves) {
        int first = norm == Norm.L1 ? 2 : GAUSSIAN_CHILDREN;
        int last = norm == Norm.L1 ? MOST_CHILDREN : GAUSSIAN_CHILDREN;
        CountTree best = new CountTree(first, 1, leaves);
        double least = best.cost(norm, leaves);
        for (int k = first; k <= last; k++) {
            int roots = leaves;
            for (int h = 2; roots > 1; h++) {
                roots = (roots + k - 1) / k;
                CountTree tree = new CountTree(k, h, roots);
                double cost = tree.cost(norm, leaves);
                if (cost < least) {
                    best = tree;
                    least = cost;
                }
            }
        }
        return best;
    }

    /**
     * Returns the mean variance of F(t) - N / 2 over all leaves, in units of the variance of the noise that the same price buys for h = 1.
     */
    private double cost(Norm norm, int leaves) {
        double sum = 0;
        for (int t = 1; t <= leaves; t++) {
            sum += variance(t, 0.5);
        }
        return sum / leaves * (norm == Norm.L1 ? (double) levels * levels : levels);
    }

    /** The number L' of leaves, including leaves without a value. */
    public int leaves() {
        return roots * width(levels - 1);
    }

    /** How many nodes there are. */
    public int nodes() {
        int nodes = 0;
        for (int level = 0; level < levels; level++) {
            nodes += roots * width(level);
        }
        return nodes;
    }

    /** How many leaves lie below a node of a given height. */
    int width(int height) {
        int width = 1;
        for (int i = 0; i < height; i++) {
            width *= branching;
        }
        return width;
    }

    /**
     * The variance of F(t) - q N, for noise of variance 1.
     *
     * @param t the number of leaves, from 1 to {@link #leaves}
     * @param q the fraction of all records that is subtracted, from 0 to 1
     */
    public double variance(int t, double q) {
        double sum = 0;
        double below = t;
        double weight = 1;
        double width = 1;
        for (int height = 0; height < levels - 1; height++) {
            width *= branching;
            double above = spread(t, width);
            sum += (below - above) / weight;
            below = above;
            weight = weight * branching + 1;
        }
        return sum + (below - 2 * q * t + q * q * leaves()) / weight;
    }

    /** Returns s(t): the leaves of whole nodes, plus the squared number of remaining leaves divided by the width of a node. */
    private static double spread(int t, double width) {
        double whole = Math.floor(t / width) * width;
        double rest = t - whole;
        return whole + rest * rest / width;
    }

    /**
     * The error that is exceeded with probability at most 0.05, for the leaf at which the error is largest: the difference, in records,
     * between the rank of a released quantile and the requested rank.
     *
     * @param stddev the standard deviation of the noise in each node
     * @param values how many leaves have a value, at most {@link #leaves}
     * @param q the quantile, from 0 to 1
     */
    public double rankError95(double stddev, int values, double q) {
        double largest = 0;
        for (int t = 1; t <= values; t++) {
            largest = Math.max(largest, variance(t, q));
        }
        return ExpectedError.NORMAL_95 * stddev * Math.sqrt(largest);
    }
}
