package dev.weir.accountant.continual.plan;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.blt.SquareRootToeplitz;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.continual.tree.TreeSensitivity;
import dev.weir.accountant.privacy.Require;
import java.util.function.LongToDoubleFunction;

/**
 * The accuracy of a way to release running totals, for contributions of size 1 and noise scaled to them: Gaussian noise
 * of standard deviation {@link #sensitivity} (noise multiplier 1, rho = 1/2, mu = 1), or Laplace noise of that scale
 * (epsilon 1). The numbers serve for planning and for comparing mechanisms; this class draws no noise.
 *
 * @param sensitivity the sensitivity to the unit's contributions, in l2, or in l1 under Laplace noise
 * @param largest the largest standard deviation of a running total over all steps
 * @param rootMeanSquare the root of the mean variance over all steps
 * @param at the standard deviation at a step
 */
public record SeriesAccuracy(double sensitivity, double largest, double rootMeanSquare, LongToDoubleFunction at) {

    private static final double LAPLACE_VARIANCE = 2;

    /**
     * The pattern of a unit's contributions.
     *
     * @param steps the number of steps of the series, at least 1
     * @param times the number of contributions of a unit, at least 1
     * @param separation the smallest distance of two contributions in steps; 0 if several contributions may share a
     *     step
     */
    public record Plan(long steps, long times, long separation) {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps}, {@code times} or {@code separation} is out of range */
        public Plan {
            Require.atLeast("steps", steps, 1);
            Require.atLeast("times", times, 1);
            Require.atLeast("separation", separation, 0);
        }

        /**
         * A pattern of one contribution.
         *
         * @param steps the number of steps of the series, at least 1
         * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is below 1
         */
        public static Plan once(long steps) {
            return new Plan(steps, 1, 0);
        }

        /** The number of contributions that fit into the steps. */
        public long fitting() {
            return separation == 0 ? times : Math.min(times, (steps - 1) / separation + 1);
        }
    }

    /**
     * The accuracy of releases B (C x + z). The variances are the squared norms of the rows of B, and {@code squared} is the squared
     * sensitivity.
     */
    private static SeriesAccuracy gaussian(double squared, double largest, double mean, LongToDoubleFunction variance) {
        return new SeriesAccuracy(
                Math.sqrt(squared),
                Math.sqrt(squared * largest),
                Math.sqrt(squared * mean),
                step -> Math.sqrt(squared * variance.applyAsDouble(step)));
    }

    /**
     * The accuracy of a buffered linear Toeplitz factorisation. The largest standard deviation is that at the last step of the plan.
     *
     * @param blt the factorisation
     * @param plan the pattern of a unit's contributions
     * @param lastStep the step up to which the sensitivity counts, at least that of the plan, or {@link PrefixDesign#UNLIMITED}
     */
    public static SeriesAccuracy blt(Blt blt, Plan plan, long lastStep) {
        PrefixDesign design = new PrefixDesign(plan.steps, plan.times, plan.separation, Objective.MAX, lastStep);
        return gaussian(
                design.sensitivitySquared(blt), blt.variance(plan.steps), blt.meanVariance(plan.steps), blt::variance);
    }

    /**
     * The accuracy of the square-root Toeplitz factorisation, which others are compared with.
     *
     * @param plan the pattern of a unit's contributions; at most 2<sup>24</sup> steps if several contributions are
     * separate
     */
    public static SeriesAccuracy squareRoot(Plan plan) {
        double squared = plan.separation == 0
                ? SquareRootToeplitz.sum(plan.steps) * plan.times * plan.times
                : SquareRootToeplitz.minSeparationSquared(plan.steps, plan.times, plan.separation);
        double all = SquareRootToeplitz.sum(plan.steps);
        return gaussian(squared, all, meanSquareRoot(plan), SquareRootToeplitz::sum);
    }

    private static double meanSquareRoot(Plan plan) {
        double root = SquareRootToeplitz.rootMeanSquare(plan.steps);
        return root * root / SquareRootToeplitz.sum(plan.steps);
    }

    /**
     * The accuracy of independent Gaussian noise on each step's increment, where totals add the noisy increments up.
     *
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy increment(Plan plan) {
        double squared = plan.separation == 0 ? (double) plan.times * plan.times : plan.fitting();
        return gaussian(squared, (double) plan.steps, (plan.steps + 1.0) / 2, step -> step);
    }

    /**
     * The accuracy of independent Gaussian noise on each running total.
     *
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy recompute(Plan plan) {
        double squared = 0;
        if (plan.separation == 0) {
            squared = (double) plan.times * plan.times * plan.steps;
        } else {
            double last = plan.fitting();
            squared = plan.separation * (last - 1) * last * (2 * last - 1) / 6
                    + last * last * (plan.steps - (last - 1) * plan.separation);
        }
        return gaussian(squared, 1, 1, step -> 1);
    }

    /**
     * The accuracy of a binary tree under Gaussian noise.
     *
     * @param plan the pattern of a unit's contributions, which must be few enough for {@link TreeSensitivity#squared}
     *     to search
     * @param honaker whether Honaker's estimates are used, which estimate a node also from its two halves
     */
    public static SeriesAccuracy binaryTree(Plan plan, boolean honaker) {
        double squared = plan.separation == 0
                ? sharedSteps(plan)
                : TreeSensitivity.squared(plan.steps, plan.times, plan.separation);
        return binaryTree(squared, plan, honaker);
    }

    /** A lower bound of the error of a binary tree under Gaussian noise, for any number of contributions. */
    static SeriesAccuracy binaryTreeAtLeast(Plan plan) {
        double squared = plan.separation == 0
                ? sharedSteps(plan)
                : TreeSensitivity.squaredAtLeast(plan.steps, plan.times, plan.separation);
        return binaryTree(squared, plan, false);
    }

    private static double sharedSteps(Plan plan) {
        return (double) plan.times
                * plan.times
                * BinaryTree.of(plan.steps, false).levels();
    }

    private static SeriesAccuracy binaryTree(double squared, Plan plan, boolean honaker) {
        BinaryTree tree = BinaryTree.of(plan.steps, honaker);
        return gaussian(squared, tree.largestVariance(plan.steps), tree.meanVariance(plan.steps), tree::variance);
    }

    /**
     * The accuracy under Laplace noise, if the contributions move the noisy values or nodes by {@code levels} in l1.
     */
    private static SeriesAccuracy laplace(double levels, double largest, double mean, LongToDoubleFunction nodes) {
        double squared = LAPLACE_VARIANCE * levels * levels;
        return new SeriesAccuracy(
                levels,
                Math.sqrt(squared * largest),
                Math.sqrt(squared * mean),
                step -> Math.sqrt(squared * nodes.applyAsDouble(step)));
    }

    /**
     * The accuracy of a k-ary tree with subtraction under Laplace noise.
     *
     * @param tree the tree, whose levels are the l1 sensitivity to one contribution
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy laplace(KaryTree tree, Plan plan) {
        return laplace(
                (double) tree.levels() * plan.fitting(),
                (double) tree.mostNodes(plan.steps),
                tree.meanNodes(plan.steps),
                tree::nodes);
    }

    /**
     * The accuracy of a binary tree under Laplace noise.
     *
     * @param tree the tree, whose levels are the l1 sensitivity to one contribution
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy laplace(BinaryTree tree, Plan plan) {
        return laplace(
                (double) tree.levels() * plan.fitting(),
                tree.largestVariance(plan.steps),
                tree.meanVariance(plan.steps),
                tree::variance);
    }

    /**
     * The accuracy of independent Laplace noise on each step's increment, where totals add the noisy increments up.
     *
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy laplaceIncrement(Plan plan) {
        return laplace((double) plan.fitting(), (double) plan.steps, (plan.steps + 1.0) / 2, step -> step);
    }

    /**
     * The accuracy of independent Laplace noise on each running total.
     *
     * @param plan the pattern of a unit's contributions
     */
    public static SeriesAccuracy laplaceRecompute(Plan plan) {
        long times = plan.fitting();
        double moved = (double) times * plan.steps - (double) plan.separation * times * (times - 1) / 2;
        return laplace(moved, 1, 1, step -> 1);
    }

    /**
     * The accuracy of the square-root Toeplitz factorisation under Laplace noise. It is poor, because the columns have
     * large l1 norms.
     *
     * @param plan the pattern of a unit's contributions; at most 2<sup>24</sup> steps if several contributions are
     * separate
     */
    public static SeriesAccuracy laplaceSquareRoot(Plan plan) {
        return laplace(
                SquareRootToeplitz.absoluteSum(plan.steps, plan.times, plan.separation),
                SquareRootToeplitz.sum(plan.steps),
                meanSquareRoot(plan),
                SquareRootToeplitz::sum);
    }
}
