package dev.weir.accountant.continual.tree;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The binary tree over steps: a running total adds one node for each bit of the step that is 1, and every contribution is in one node of
 * each level. Dwork, Naor, Pitassi and Rothblum (2010); Chan, Shi and Song (2010).
 *
 * <p>With Honaker's estimates (2015) a node of height l is the combination of least variance of its own noisy total and the
 * estimates of its two halves: own weight k<sub>l</sub> = 1 / (2 - 2<sup>-l</sup>), which is also the variance of the estimate.
 *
 * @param levels the number of levels, which is the number of bits of the last step
 * @param honaker whether Honaker's estimates are used, which estimate a node also from its two halves
 */
public record BinaryTree(int levels, boolean honaker) implements Serializable {

    private static final int MOST_LEVELS = 48;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code levels} is out of range */
    public BinaryTree {
        Require.between("levels", levels, 1, MOST_LEVELS);
    }

    /**
     * Creates the tree with as many levels as {@code steps} has bits.
     *
     * @param steps the last step of the series, at least 1, below 2<sup>48</sup>
     * @param honaker whether Honaker's estimates are used, which estimate a node also from its two halves
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is out of range
     */
    public static BinaryTree of(long steps, boolean honaker) {
        return new BinaryTree(Long.SIZE - Long.numberOfLeadingZeros(steps), honaker);
    }

    /** The last step that the levels can represent. */
    public long capacity() {
        return (1L << levels) - 1;
    }

    /**
     * The weight of a node's own noisy total in the node's estimate, which is also the variance of the estimate relative to the variance of
     * the noisy total; 1 without Honaker's estimates.
     *
     * @param height the height of the node, 0 for a leaf
     */
    public double ownWeight(int height) {
        return honaker ? 1 / (2 - Math.scalb(1.0, -height)) : 1;
    }

    /**
     * The variance of the running total of {@code step} when the noise of a node has variance 1.
     *
     * @param step the step, from 0 to {@link #capacity}
     */
    public double variance(long step) {
        double sum = 0;
        for (int height = 0; height < levels; height++) {
            sum += (step >>> height & 1) * ownWeight(height);
        }
        return sum;
    }

    /**
     * The largest {@link #variance} of any step up to {@code steps}.
     *
     * @param steps the last step that counts, from 1 to {@link #capacity}
     */
    public double largestVariance(long steps) {
        double largest = variance(steps);
        for (int height = 0; height < levels; height++) {
            if ((steps >>> height & 1) == 1) {
                long lower = (steps >>> height ^ 1) << height | ((1L << height) - 1);
                largest = Math.max(largest, variance(lower));
            }
        }
        return largest;
    }

    /**
     * The mean of {@link #variance} over steps 1 to {@code steps}.
     *
     * @param steps the last step of the mean, from 1 to {@link #capacity}
     */
    public double meanVariance(long steps) {
        double sum = 0;
        for (int height = 0; height < levels; height++) {
            long cycle = 2L << height;
            long set = (steps + 1) / cycle * (cycle / 2) + Math.max(0, (steps + 1) % cycle - cycle / 2);
            sum += ownWeight(height) * set;
        }
        return sum / steps;
    }
}
