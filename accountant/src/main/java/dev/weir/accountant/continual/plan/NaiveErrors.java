package dev.weir.accountant.continual.plan;

import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.TreeSensitivity;
import java.util.function.DoubleSupplier;

/**
 * The largest standard deviation of running totals up to a horizon, or of sliding windows, for three simple ways to release them. The
 * share, the contributions and the bounds are the same for each way, and its noise is the least that they require.
 *
 * @param increments fresh noise on each step's increment, or each pane, added up
 * @param recomputed fresh noise on each running total, or each window
 * @param binaryTree noise on the nodes of a binary tree; under Gaussian noise with several separate contributions, an approximation
 */
public record NaiveErrors(double increments, double recomputed, double binaryTree) {

    /**
     * The most that a unit contributes, which is the smaller of two amounts: as many full-size contributions on different keys as the
     * unit's account affords, or the worst pattern that the bounds admit.
     *
     * @param pattern the horizon, and how often and at which distance a unit may contribute to one key
     * @param keys the largest number of keys of a unit, at least 1
     * @param contributions the number of full-size contributions on different keys that the account affords, at least 1
     */
    public record Limits(Plan pattern, long keys, long contributions) {

        /**
         * The worst pattern in one key. It is cut to the number of contributions that the account affords, because a pattern with more
         * contributions is never the smaller of the two amounts.
         */
        private Plan worst() {
            return new Plan(pattern.steps(), Math.min(pattern.times(), contributions), pattern.separation());
        }

        private Plan once() {
            return Plan.once(pattern.steps());
        }

        /**
         * Returns the smaller of n sens&sup2; and W. {@code single} is sens&sup2;, the squared sensitivity to one contribution, n is {@code
         * contributions}, and W is {@code keys} times {@code together}, the squared sensitivity to the worst pattern in one key. {@code
         * together} is not computed if the account affords no more contributions than one key may take, because contributions to one key
         * never cost less than contributions to different keys.
         */
        private double squared(double single, DoubleSupplier together) {
            double apart = contributions * single;
            return pattern.times() >= contributions ? apart : Math.min(apart, keys * together.getAsDouble());
        }
    }

    /**
     * The errors of running totals under Gaussian noise.
     *
     * @param limits the most that a unit contributes
     * @param unit c / sqrt(2 p): the standard deviation at which a single value of size c costs the aggregate's part p of the share
     */
    public static NaiveErrors gaussian(Limits limits, double unit) {
        Plan once = limits.once();
        Plan worst = limits.worst();
        return new NaiveErrors(
                unit * largest(SeriesAccuracy.increment(once), SeriesAccuracy.increment(worst), limits),
                unit * largest(SeriesAccuracy.recompute(once), SeriesAccuracy.recompute(worst), limits),
                unit
                        * largest(
                                SeriesAccuracy.binaryTreeAtLeast(once),
                                SeriesAccuracy.binaryTreeAtLeast(worst),
                                limits));
    }

    /**
     * The largest error with noise multiplier 1, multiplied by sqrt(min(n sens&sup2;, W)) / sens, because the noise is
     * scaled to that root instead of to the sensitivity sens to one contribution.
     */
    private static double largest(SeriesAccuracy once, SeriesAccuracy pattern, Limits limits) {
        double single = once.sensitivity() * once.sensitivity();
        double squared = limits.squared(single, () -> pattern.sensitivity() * pattern.sensitivity());
        return Math.sqrt(squared) * once.largest() / once.sensitivity();
    }

    /**
     * The squared sensitivity of one tree, or of several trees that follow one another, to the worst pattern. It is a lower bound if
     * the contributions fill whole trees, and an approximation otherwise.
     */
    private static double treeSquared(int levels, Plan worst) {
        if (worst.separation() == 0) {
            return (double) worst.times() * worst.times() * levels;
        }
        long capacity = 1L << (levels - 1);
        long times = Math.min(worst.times(), (capacity - 1) / worst.separation() + 1);
        return (double) worst.times() / times * TreeSensitivity.squaredAtLeast(capacity, times, worst.separation());
    }

    /**
     * The errors of sliding windows under Gaussian noise.
     *
     * @param limits the most that a unit contributes; the steps of the pattern are the panes of a window
     * @param unit the unit, as in {@link #gaussian}
     */
    public static NaiveErrors slidingGaussian(Limits limits, double unit) {
        long panes = limits.pattern.steps();
        Plan worst = limits.worst();
        int levels = levels(panes);
        double increments = limits.squared(1, () -> apart(worst));
        double recomputed = limits.squared((double) panes, () -> overlapping(worst));
        double tree = limits.squared(levels, () -> treeSquared(levels, worst));
        return new NaiveErrors(
                unit * Math.sqrt(increments * panes),
                unit * Math.sqrt(recomputed),
                unit * Math.sqrt(tree * mostNodes(panes, levels)));
    }

    private static double apart(Plan worst) {
        return worst.separation() == 0 ? (double) worst.times() * worst.times() : worst.times();
    }

    /** The sum, over all windows, of the squared number of contributions in the window. */
    private static double overlapping(Plan worst) {
        if (worst.separation() == 0) {
            return (double) worst.times() * worst.times() * worst.steps();
        }
        double sum = (double) worst.times() * worst.steps();
        long shared = Math.min(worst.times() - 1, (worst.steps() - 1) / worst.separation());
        for (long apart = 1; apart <= shared; apart++) {
            sum += 2.0 * (worst.times() - apart) * (worst.steps() - apart * worst.separation());
        }
        return sum;
    }

    /**
     * The number of levels of the trees that follow one another over the panes: the largest number at which the root covers no more panes
     * than a window has.
     */
    private static int levels(long panes) {
        return Long.SIZE - Long.numberOfLeadingZeros(panes);
    }

    /** The largest number of nodes that a window of {@code panes} consecutive leaves is composed of, wherever the window begins. */
    private static double mostNodes(long panes, int levels) {
        if (levels == 1 || panes == 0) {
            return panes;
        }
        double fromEven = (panes & 1) + mostNodes(panes >> 1, levels - 1);
        double fromOdd = 1 + ((panes - 1) & 1) + mostNodes((panes - 1) >> 1, levels - 1);
        return Math.max(fromEven, fromOdd);
    }

    /**
     * The errors of sliding windows under Laplace noise.
     *
     * @param limits the most that a unit contributes; the steps of the pattern are the panes of a window
     * @param unit the unit, as in {@link #laplace}
     */
    public static NaiveErrors slidingLaplace(Limits limits, double unit) {
        double panes = limits.pattern.steps();
        int levels = levels(limits.pattern.steps());
        double pattern = (double) limits.keys * limits.pattern.times();
        double stddev = unit * Math.min((double) limits.contributions, pattern) * Math.sqrt(2);
        return new NaiveErrors(
                stddev * Math.sqrt(panes),
                stddev * panes,
                stddev * levels * Math.sqrt(mostNodes(limits.pattern.steps(), levels)));
    }

    /**
     * The errors of running totals under Laplace noise.
     *
     * @param limits the most that a unit contributes
     * @param unit c / p: the scale at which a single value of size c costs the aggregate's part p of the share
     */
    public static NaiveErrors laplace(Limits limits, double unit) {
        double pattern = (double) limits.keys * limits.pattern.fitting();
        double scale = unit * Math.min((double) limits.contributions, pattern);
        Plan once = limits.once();
        return new NaiveErrors(
                scale * SeriesAccuracy.laplaceIncrement(once).largest(),
                scale * SeriesAccuracy.laplaceRecompute(once).largest(),
                scale
                        * SeriesAccuracy.laplace(BinaryTree.of(once.steps(), false), once)
                                .largest());
    }
}
