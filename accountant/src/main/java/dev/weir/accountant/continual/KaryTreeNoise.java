package dev.weir.accountant.continual;

import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;

/**
 * Discrete Laplace noise on the nodes of a k-ary tree whose nodes are added and subtracted to form a prefix sum.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Sensitivity: a contribution of size v moves
 * one node of each of the H levels by v, so l1 moves by at most H times the sum of the unit's sizes. Mechanism: C x + z with integer node
 * totals and independent discrete Laplace z of scale b is (l1 / b)-DP; the released total is the exact total plus the noise of the nodes
 * that the step's digits select. Because B C = A, the released total equals B (C x + z). A node's noise may be used before the node's last
 * step. Increments may still be chosen by looking at earlier releases, because a change by v at step t corresponds to a shift of z by -v C
 * e<sub>t</sub>, which shifts B z by -v A e<sub>t</sub> and so changes no release before t. Charge: l1 / b in {@link Currency#EPSILON}. No
 * floating point is used.
 *
 * <p><b>Error.</b> The variance is that of one draw times {@link KaryTree#nodes}.
 *
 * <p><b>State.</b> The step; the exact total; (k - 1) / 2 words for each level but the highest; one word for the highest level. While a
 * level's digit is positive, the level's first word is the summed noise of the nodes in use. While the digit is -d, the level's word d is
 * the summed noise of the d nodes that are subtracted. All noise in the state has been used at least once.
 *
 * <p>Source: {@link KaryTree}.
 *
 * @param tree the tree
 * @param noise the noise of a node, in grid steps
 * @param lastStep the step at which a series ends for good, at least 1; beyond the tree's capacity the digit of the top level keeps
 *     increasing
 */
public record KaryTreeNoise(KaryTree tree, DiscreteLaplace noise, long lastStep) implements CorrelatedNoise {

    private static final int LEVELS_AT = 2;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code lastStep} is out of range */
    public KaryTreeNoise {
        Require.atLeast("last step", lastStep, 1);
    }

    @Override
    public int words() {
        return LEVELS_AT + (tree.levels() - 1) * tree.largestDigit() + 1;
    }

    @Override
    public PreparedSeries prepare() {
        return new Series(tree, noise.sampler(), lastStep);
    }

    private record Series(KaryTree tree, Sampler sampler, long lastStep) implements PreparedSeries {

        @Override
        public long next(long[] state, int at, long added, Randomness randomness) {
            long step = state[at] + 1;
            if (step > lastStep) {
                throw new IllegalStateException("series must end at step " + lastStep);
            }
            long total = Math.addExact(state[at + 1], added);
            boolean moved = true;
            long noise = 0;
            for (int level = 0; level < tree.levels(); level++) {
                int words = at + LEVELS_AT + level * tree.largestDigit();
                long digit = tree.digit(step, level);
                if (moved) {
                    draw(state, words, new Digit(level, digit), randomness);
                }
                noise += read(state, words, digit);
                moved &= digit == -tree.largestDigit();
            }
            state[at] = step;
            state[at + 1] = total;
            return sum(total, noise);
        }

        /** Draws the noise that a level needs when its digit has just changed. */
        private void draw(long[] state, int words, Digit digit, Randomness randomness) {
            if (digit.value > 0) {
                long before = digit.value == 1 ? 0 : state[words];
                state[words] = sampler.addTo(before, randomness);
            } else if (digit.value == -tree.largestDigit() && digit.level + 1 < tree.levels()) {
                long sum = 0;
                for (int i = 0; i < tree.largestDigit(); i++) {
                    sum = sampler.addTo(sum, randomness);
                    state[words + i] = sum;
                }
            }
        }

        private static long read(long[] state, int words, long digit) {
            if (digit == 0) {
                return 0;
            }
            return digit > 0 ? state[words] : -state[words - (int) digit - 1];
        }

        /** Adds the noise to the total and limits the sum to the range of {@code long}, which is a post-processing of the unlimited sum. */
        private static long sum(long total, long noise) {
            long sum = total + noise;
            boolean overflows = ((total ^ sum) & (noise ^ sum)) < 0;
            return overflows ? (total < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
        }
    }

    private record Digit(int level, long value) {}

    @Override
    public Norm norm() {
        return Norm.L1;
    }

    @Override
    public Amount cost(Participation bounds, long fullSize) {
        if (bounds.keys() == Participation.UNLIMITED || bounds.timesWithin(lastStep) == Participation.UNLIMITED) {
            return new Amount(Currency.EPSILON, Long.MAX_VALUE);
        }
        BigInteger moved = BigInteger.valueOf(bounds.keys())
                .multiply(BigInteger.valueOf(bounds.timesWithin(lastStep)))
                .multiply(BigInteger.valueOf(fullSize))
                .multiply(BigInteger.valueOf(tree.levels()));
        return noise.cost(moved);
    }

    @Override
    public KaryTreeNoise times(Ratio factor) {
        return new KaryTreeNoise(tree, noise.times(factor), lastStep);
    }

    @Override
    public double stddev(long step) {
        return noise.stddev() * Math.sqrt((double) tree.nodes(step));
    }

    @Override
    public String label() {
        return "discrete Laplace, " + tree.base() + "-ary tree with subtraction";
    }
}
