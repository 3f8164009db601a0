package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.io.Serializable;

/**
 * The shape of a forest of counts: several roots, each with {@code branching} children a node, down to leaves. Nodes are numbered level
 * by level, roots first and leaves last. A record adds 1 to its leaf and to every node above it.
 *
 * <p>With independent noise of standard deviation nu on every node and estimates of least variance, the variance of prefix counts has a
 * closed form. B = k<sup>l</sup> leaves lie below a node of height l (leaf: 0), t = a B + x leaves are counted, s<sub>l</sub>(t) = a B
 * + x&sup2; / B, lambda<sub>l</sub> = (k<sup>l+1</sup> - 1) / (k - 1), L' leaves in all:
 *
 * <pre>Var(F(t) - q N) = nu&sup2; (sum over l &lt; h-1 of (s_l - s_(l+1)) / lambda_l
 *                                 + (s_(h-1) - 2 q t + q&sup2; L') / lambda_(h-1))</pre>
 *
 * <p>Source: derived by the project's reference, and equal there to dense least squares.
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
     * The shape with the smallest mean variance of ranks about the median.
     *
     * @param norm how the noise measures sizes: with Gaussian noise k is 4
     * @param leaves at least 1
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

    /** The mean variance of F(t) - N / 2 over all leaves, in units of the variance at h = 1. */
    private double cost(Norm norm, int leaves) {
        double sum = 0;
        for (int t = 1; t <= leaves; t++) {
            sum += variance(t, 0.5);
        }
        return sum / leaves * (norm == Norm.L1 ? (double) levels * levels : levels);
    }

    /** The number of leaves L', those without a value included. */
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
     * The variance of the number of records in the first {@code t} leaves less a part {@code q} of all records, for
     * noise of variance 1.
     *
     * @param t the number of leaves, from 1 to {@link #leaves}
     * @param q the part that is subtracted, from 0 to 1
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

    /** The value s(t): the whole nodes, and the square of the rest. */
    private static double spread(int t, double width) {
        double whole = Math.floor(t / width) * width;
        double rest = t - whole;
        return whole + rest * rest / width;
    }

    /**
     * The difference, in records, between the rank of a released quantile and the wanted rank that is exceeded with
     * probability 0.05.
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
