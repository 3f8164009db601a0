package dev.weir.accountant.continual;

import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.TreeSensitivity;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * Noise on the nodes of a binary tree, with or without Honaker's estimates. It is offered because it is widely known. The noise that Weir
 * chooses by default has a smaller error.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a contribution of size v moves
 * one node of each of the H levels by v, so it changes the nodes by H |v| in l1. In l2, k contributions of size v on one step change the
 * nodes by k |v| &radic;H; if contributions are separate, {@link TreeSensitivity} finds the worst of all their patterns. Mechanism: at the
 * last step of a node its exact integer total is measured with independent integer noise. Every release is a function of measured nodes, so
 * the floating-point estimates are post-processing. Charge: the price of the noise for this sensitivity.
 *
 * <p><b>Error.</b> The variance is that of {@link BinaryTree#variance} draws of the noise.
 *
 * <p><b>State.</b> The step, and for each level the exact total and the estimate (a double as bits) of the node that
 * the running total uses on this level, if any: 1 + 2 H words.
 *
 * <p>Source: Dwork, Naor, Pitassi and Rothblum (2010); Chan, Shi and Song (2010); Honaker (2015).
 *
 * @param tree the tree
 * @param noise the noise of a node, in grid steps
 */
public record BinaryTreeNoise(BinaryTree tree, AdditiveNoise noise) implements CorrelatedNoise {

    @Override
    public int words() {
        return 1 + 2 * tree.levels();
    }

    /** The last step that the levels of the tree can represent. */
    @Override
    public long lastStep() {
        return tree.capacity();
    }

    @Override
    public PreparedSeries prepare() {
        return new Series(tree, noise.sampler());
    }

    private record Series(BinaryTree tree, Sampler sampler) implements PreparedSeries {

        @Override
        public long next(long[] state, int at, long added, Randomness randomness) {
            long step = state[at] + 1;
            if (step > tree.capacity()) {
                throw new IllegalStateException("series must end at step " + tree.capacity());
            }
            int top = Long.numberOfTrailingZeros(step);
            long total = added;
            double estimate = measure(total, 0, top, randomness);
            for (int height = 0; height < top; height++) {
                int words = at + 1 + 2 * height;
                total = Math.addExact(total, state[words]);
                double halves = estimate + Double.longBitsToDouble(state[words + 1]);
                double own = tree.ownWeight(height + 1);
                estimate = own * measure(total, height + 1, top, randomness) + (1 - own) * halves;
            }
            state[at] = step;
            state[at + 1 + 2 * top] = total;
            state[at + 2 + 2 * top] = Double.doubleToRawLongBits(estimate);
            return Math.round(sum(state, at, step));
        }

        /** Returns the noisy total of a node, or 0 without a draw if no estimate reads the node. */
        private double measure(long total, int height, int top, Randomness randomness) {
            return tree.honaker() || height == top ? sampler.addTo(total, randomness) : 0;
        }

        private double sum(long[] state, int at, long step) {
            double sum = 0;
            for (int height = 0; height < tree.levels(); height++) {
                if ((step >>> height & 1) == 1) {
                    sum += Double.longBitsToDouble(state[at + 2 + 2 * height]);
                }
            }
            return sum;
        }
    }

    @Override
    public Norm norm() {
        return noise.norm();
    }

    @Override
    public Amount cost(Participation bounds, long fullSize) {
        long times = bounds.timesWithin(lastStep());
        if (bounds.keys() == Participation.UNLIMITED || times == Participation.UNLIMITED) {
            return new Amount(norm() == Norm.L1 ? Currency.EPSILON : Currency.HALF_MU_SQUARED, Long.MAX_VALUE);
        }
        return noise.cost(perKey(times, bounds.separation())
                .multiply(norm().size(fullSize))
                .multiply(BigInteger.valueOf(bounds.keys())));
    }

    private BigInteger perKey(long times, long separation) {
        BigInteger levels = BigInteger.valueOf(tree.levels());
        if (norm() == Norm.SQUARED_L2 && separation > 0) {
            return BigInteger.valueOf(TreeSensitivity.squared(tree.capacity(), times, separation));
        }
        return norm().size(times).multiply(levels);
    }

    @Override
    public BinaryTreeNoise times(Ratio factor) {
        return new BinaryTreeNoise(tree, noise.times(factor));
    }

    @Override
    public double stddev(long step) {
        return noise.stddev() * Math.sqrt(tree.variance(step));
    }

    @Override
    public String label() {
        return noise.label() + ", binary tree" + (tree.honaker() ? " with Honaker's estimates" : "");
    }
}
