package dev.weir.accountant.continual;

import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.LaplaceSum;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.privacy.Require;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * A simultaneous confidence band for all running totals of a series up to a horizon, or for all sliding windows up to that horizon: with
 * the stated probability every interval (released value &plusmn; {@link #halfWidth}) contains the exact value. The band is a function of
 * configuration and step alone, hence public.
 *
 * <p><b>Gaussian noise.</b> The half-width is q standard deviations, with one q for all steps. Let A<sub>t</sub> be the event that the
 * noise of step t exceeds its half-width in absolute value. q is the smallest number at which the bound of Hunter (1976) and Worsley
 * (1982), P(some A<sub>t</sub>) &le; &sum; P(A<sub>t</sub>) - &sum; P(A<sub>t</sub> and A<sub>t-1</sub>), is at most 1 - confidence. Of
 * P(A<sub>t</sub> and A<sub>t-1</sub>) only the two cases of equal sign are counted. Steps beyond {@value PairedTails#MOST} and the steps of a
 * binary tree are not paired: the probability that all intervals hold is at least the product of the probability for the paired steps and
 * the single probabilities for the other steps, by the Gaussian correlation inequality (&Scaron;id&aacute;k (1967), Royen (2014)).
 *
 * <p><b>Laplace noise.</b> The half-width follows from the distribution of the sum of a step's nodes, {@link
 * LaplaceSum}. The failure probability is split evenly over the steps, because the sum of the single probabilities
 * bounds the probability that any step fails. If nodes have weights, Chernoff's bound is used, where a node of weight a
 * &le; 1 counts as a&sup2; nodes, because the logarithm of the moment generating function is a convex power series in
 * the squared argument with value 0 at 0.
 *
 * <p><b>Sliding windows.</b> The difference of two totals with Gaussian noise has Gaussian noise; windows are not
 * paired. Under Laplace noise a window has the nodes that one of the two totals has and the other has not.
 *
 * <p>Half a grid step is added to the half-width of totals that may be rounded to the grid, and a whole grid step to the half-width of the
 * difference of two such totals. Nothing is added under Laplace noise without weights, because sums of its integer draws are not rounded.
 */
public final class SimultaneousBand {

    private final LongToDoubleFunction halfWidth;
    private final LongToDoubleFunction widest;

    /** Creates a band whose half-width never decreases from one step to the next. */
    private SimultaneousBand(LongToDoubleFunction halfWidth) {
        this(halfWidth, halfWidth);
    }

    private SimultaneousBand(LongToDoubleFunction halfWidth, LongToDoubleFunction widest) {
        this.halfWidth = halfWidth;
        this.widest = widest;
    }

    /**
     * The band over steps 1 to {@code steps}.
     *
     * @param noise the noise of the running totals
     * @param steps the last step of the band, at least 1
     * @param confidence the probability with which all intervals contain their exact totals, between 0 and 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} or {@code confidence} is out of range
     */
    public static SimultaneousBand of(CorrelatedNoise noise, long steps, double confidence) {
        Require.atLeast("steps", steps, 1);
        double failure = 1 - Require.probability("confidence", confidence);
        if (noise instanceof BltNoise blt) {
            return gaussian(blt, PairedTails.of(blt, steps).factor(failure));
        }
        if (noise instanceof KaryTreeNoise tree) {
            return laplace(tree.noise(), tree.tree()::nodes, tree.tree()::mostNodes, failure / steps);
        }
        return of((BinaryTreeNoise) noise, steps, failure);
    }

    /**
     * Windows that slide by one step.
     *
     * @param nodes the number of nodes whose Laplace noise is in the window that ends at a step
     * @param stddev the standard deviation of the window that ends at a step, in grid steps
     */
    public record Sliding(LongUnaryOperator nodes, LongToDoubleFunction stddev) {

        /**
         * Windows with one node for each step.
         *
         * @param panes the number of steps of a window, at least 1; the first windows of a series have fewer
         * @param stddev the standard deviation of the window that ends at a step, in grid steps
         */
        public Sliding(long panes, LongToDoubleFunction stddev) {
            this(step -> Math.min(step, panes), stddev);
        }
    }

    /**
     * The band over the sliding windows that end at steps 1 to {@code steps}.
     *
     * @param noise Gaussian, or Laplace noise on a tree with subtraction
     * @param windows the windows and their standard deviations
     * @param steps the last step of the band, at least 1
     * @param confidence the probability with which all intervals contain their exact values, between 0 and 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} or {@code confidence} is out of range
     */
    public static SimultaneousBand of(CorrelatedNoise noise, Sliding windows, long steps, double confidence) {
        Require.atLeast("steps", steps, 1);
        double failure = 1 - Require.probability("confidence", confidence);
        if (noise instanceof KaryTreeNoise tree) {
            return laplace(tree.noise(), windows.nodes, windows.nodes, failure / steps);
        }
        double factor = PairedTails.none(steps).factor(failure);
        return new SimultaneousBand(step -> factor * windows.stddev.applyAsDouble(step) + 1);
    }

    /** The band of a binary tree. Without Honaker's weights the variance of a step is the number of its nodes. */
    private static SimultaneousBand of(BinaryTreeNoise noise, long steps, double failure) {
        BinaryTree tree = noise.tree();
        if (!(noise.noise() instanceof DiscreteLaplace laplace)) {
            double factor = PairedTails.none(steps).factor(failure);
            double one = factor * noise.noise().stddev();
            return new SimultaneousBand(
                    step -> factor * noise.stddev(step) + 0.5,
                    step -> one * Math.sqrt(tree.largestVariance(step)) + 0.5);
        }
        DoubleUnaryOperator width = nodes -> LaplaceSum.chernoff(laplace, nodes, failure / steps) + 0.5;
        return tree.honaker()
                ? new SimultaneousBand(
                        step -> width.applyAsDouble(tree.variance(step)),
                        step -> width.applyAsDouble(tree.largestVariance(step)))
                : laplace(laplace, Long::bitCount, step -> Math.round(tree.largestVariance(step)), failure / steps);
    }

    private static SimultaneousBand gaussian(CorrelatedNoise noise, double factor) {
        return new SimultaneousBand(step -> factor * noise.stddev(step) + 0.5);
    }

    /**
     * The half-width of the interval at {@code step}, in grid steps.
     *
     * @param step the step, from 1 to the last step of the band
     */
    public double halfWidth(long step) {
        return halfWidth.applyAsDouble(step);
    }

    /**
     * The largest {@link #halfWidth} of all steps up to {@code step}, in grid steps.
     *
     * @param step the step, from 1 to the last step of the band
     */
    public double widest(long step) {
        return widest.applyAsDouble(step);
    }

    /**
     * The band under Laplace noise, computed once for each number of nodes, because totals of equally many nodes have
     * the same distribution.
     *
     * @param nodes gives the number of nodes that the total of a step adds
     * @param mostNodes gives the largest number of nodes of any step up to a given step
     */
    private static SimultaneousBand laplace(
            DiscreteLaplace noise, LongUnaryOperator nodes, LongUnaryOperator mostNodes, double failure) {
        Map<Long, Double> known = new ConcurrentHashMap<>();
        LongToDoubleFunction width =
                draws -> known.computeIfAbsent(draws, sum -> new LaplaceSum(noise, sum).within(failure));
        return new SimultaneousBand(
                step -> width.applyAsDouble(nodes.applyAsLong(step)),
                step -> width.applyAsDouble(mostNodes.applyAsLong(step)));
    }
}
