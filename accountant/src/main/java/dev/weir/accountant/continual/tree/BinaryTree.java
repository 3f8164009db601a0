package dev.weir.accountant.continual.tree;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The binary tree over steps: a running total adds one node for each bit of the step, and every contribution is in one node of
 * each level. Dwork, Naor, Pitassi and Rothblum (2010); Chan, Shi and Song (2010).
 *
 * <p>With Honaker's estimates (2015) a node of height l is the combination of least variance of its own noisy total and the
 * estimates of its two halves: own weight k<sub>l</sub> = 1 / (2 - 2<sup>-l</sup>), which is also the variance of the estimate.
 *
 * @param levels how many levels there are: the bits of the last step
 * @param honaker whether nodes are estimated from their halves as well
 */
public record BinaryTree(int levels, boolean honaker) implements Serializable {

    private static final int MOST_LEVELS = 48;

    public BinaryTree {
        Require.between("levels", levels, 1, MOST_LEVELS);
    }

    /** The tree for this many steps: the bits of {@code steps}, of which the highest is needed even if only once. */
    public static BinaryTree of(long steps, boolean honaker) {
        return new BinaryTree(Long.SIZE - Long.numberOfLeadingZeros(steps), honaker);
    }

    /** The last step whose bits the levels hold. */
    public long capacity() {
        return (1L << levels) - 1;
    }

    /** What a node's own noisy total weighs in its estimate, and the variance of the estimate relative to the total's. */
    public double ownWeight(int height) {
        return honaker ? 1 / (2 - Math.scalb(1.0, -height)) : 1;
    }

    /** The variance of the running total of {@code step}, of noise of variance 1 a node. */
    public double variance(long step) {
        double sum = 0;
        for (int height = 0; height < levels; height++) {
            sum += (step >>> height & 1) * ownWeight(height);
        }
        return sum;
    }

    /** The largest {@link #variance} of any step up to {@code steps}. */
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

    /** The mean of {@link #variance} over steps 1 to {@code steps}. */
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
