package dev.weir.accountant.continual.plan;

import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.BinaryTree;

/**
 * What the largest standard deviation of running totals up to a horizon would be if they were released in the ways that come to
 * mind first, for the same share, contributions and bounds, with noise just large enough for the horizon.
 *
 * @param increments fresh noise on each step's increment, added up
 * @param recomputed fresh noise on each running total
 * @param binaryTree noise on the nodes of a binary tree; under Gaussian noise and with several separate contributions at least
 *     this, by a few percent
 */
public record NaiveErrors(double increments, double recomputed, double binaryTree) {

    /**
     * What a unit may do: as many full-size contributions on keys of their own as its account affords, or the worst pattern
     * that the bounds admit, whichever is less.
     *
     * @param pattern the horizon and when a unit may contribute to one key
     * @param keys to how many keys, at least 1
     * @param contributions how many full-size contributions on keys of their own the account affords, at least 1
     */
    public record Limits(Plan pattern, long keys, long contributions) {

        /** The worst pattern in one key; none with more contributions than the account affords can decide. */
        private Plan worst() {
            return new Plan(pattern.steps(), Math.min(pattern.times(), contributions), pattern.separation());
        }

        private Plan once() {
            return Plan.once(pattern.steps());
        }
    }

    /**
     * Under Gaussian noise.
     *
     * @param unit c / sqrt(2 p): the standard deviation that hides a single value of size c for the price p
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

    /** The error of noise multiplier 1, for sqrt(min(n sens&sup2;, W)) in place of the sensitivity to one contribution. */
    private static double largest(SeriesAccuracy once, SeriesAccuracy pattern, Limits limits) {
        double apart = limits.contributions * once.sensitivity() * once.sensitivity();
        double together = limits.keys * pattern.sensitivity() * pattern.sensitivity();
        return Math.sqrt(Math.min(apart, together)) * once.largest() / once.sensitivity();
    }

    /**
     * Under Laplace noise.
     *
     * @param unit c / p: the scale that hides a single value of size c for the price p
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
