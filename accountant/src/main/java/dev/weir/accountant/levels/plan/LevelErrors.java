package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.solve.SetVariances;
import dev.weir.accountant.levels.solve.TreeVariances;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How exact the levels of a plan are: what is drawn, what is estimated from it and what is published. All numbers are in grid steps. */
public final class LevelErrors {

    private LevelErrors() {}

    /**
     * The variances of the noise that is drawn, by level, in squared grid steps; NaN for levels that are not measured. They are those of the drawn
     * integers, and what a solver takes.
     *
     * @param plan the plan
     */
    public static double[] drawn(LevelPlan plan) {
        return variances(plan, level -> {
            double stddev = plan.noise(level).stddev();
            return stddev * stddev;
        });
    }

    /**
     * The standard deviations of the estimates of all nodes, level by level.
     *
     * @param plan the plan
     */
    public static double[] estimated(LevelPlan plan) {
        return roots(estimates(plan.shape(), drawn(plan)));
    }

    /**
     * The standard deviations of the published values of all nodes, level by level, if they are rounded: to integers on trees, to millionths in a
     * family of sets, where rounding does not count.
     *
     * @param plan the plan
     */
    public static double[] published(LevelPlan plan) {
        return roots(publishedVariances(plan.shape(), drawn(plan)));
    }

    /**
     * The variances of the published values of all nodes, level by level, in squared grid steps.
     *
     * @param shape the shape of the levels
     * @param noise the variances of the noise of each level, NaN where it is not measured
     */
    public static double[] publishedVariances(LevelShape shape, double... noise) {
        return shape instanceof LevelTree tree ? new TreeVariances(tree, noise).published() : estimates(shape, noise);
    }

    /**
     * The standard deviations of the published values of all nodes, level by level.
     *
     * @param plan the plan; every level is measured if numbers are the nodes' own
     * @param numbers what the published numbers are made of
     */
    public static double[] published(LevelPlan plan, NodeNumbers numbers) {
        return roots(variances(plan.shape(), numbers, drawn(plan)));
    }

    /**
     * The variances of the published values of all nodes, level by level, in squared grid steps.
     *
     * @param shape the shape of the levels
     * @param numbers what the published numbers are made of
     * @param noise the variances of the noise of each level, NaN where it is not measured
     */
    public static double[] variances(LevelShape shape, NodeNumbers numbers, double... noise) {
        return switch (numbers) {
            case INTEGERS -> publishedVariances(shape, noise);
            case DECIMALS -> estimates(shape, noise);
            case OWN ->
                IntStream.range(0, shape.nodes())
                        .mapToDouble(node -> noise[shape.levelOf(node)])
                        .toArray();
        };
    }

    /**
     * The root of the mean variance of estimates, weighted as an optimum for {@code favour} weights them, for continuous noise.
     *
     * @param plan the plan
     * @param favour for which rows errors are made small
     */
    public static double rms(LevelPlan plan, Favour favour) {
        double[] continuous = variances(plan, level -> {
            Ratio scale = plan.scale(level);
            return plan.norm() == Norm.L1 ? 2 * scale.toDouble() * scale.toDouble() : scale.toDouble();
        });
        return rms(plan.shape(), favour, continuous);
    }

    /**
     * The root of the mean variance of estimates, weighted as an optimum for {@code favour} weights them.
     *
     * @param shape the shape of the levels
     * @param favour for which rows errors are made small
     * @param noise the variances of the noise of each level, NaN where it is not measured
     */
    public static double rms(LevelShape shape, Favour favour, double... noise) {
        double[] estimates = estimates(shape, noise);
        double[] omegas = favour.omegas(shape);
        double sum = 0;
        double weights = 0;
        for (int level = 0; level < omegas.length; level++) {
            int from = shape.start(level);
            int to = shape.start(level + 1);
            sum += omegas[level] * Arrays.stream(estimates, from, to).sum();
            weights += omegas[level] * (to - from);
        }
        return Math.sqrt(sum / weights);
    }

    private static double[] variances(LevelPlan plan, ToDoubleFunction<Integer> variance) {
        return IntStream.range(0, plan.shape().levels())
                .mapToDouble(level -> plan.isMeasured(level) ? variance.applyAsDouble(level) : Double.NaN)
                .toArray();
    }

    /**
     * The variances of the estimates of all nodes, level by level, in squared grid steps.
     *
     * @param shape the shape of the levels
     * @param noise the variances of the noise of each level, NaN where it is not measured
     */
    public static double[] estimates(LevelShape shape, double... noise) {
        double[] estimates = new double[shape.nodes()];
        if (shape instanceof LevelTree tree) {
            TreeVariances variances = new TreeVariances(tree, noise);
            Arrays.setAll(estimates, variances::estimate);
        } else {
            SetVariances variances = new SetVariances((SetFamily) shape, noise);
            for (int level = 0; level < shape.levels(); level++) {
                Arrays.fill(estimates, shape.start(level), shape.start(level + 1), variances.estimate(level));
            }
        }
        return estimates;
    }

    private static double[] roots(double[] variances) {
        return Arrays.stream(variances).map(Math::sqrt).toArray();
    }
}
