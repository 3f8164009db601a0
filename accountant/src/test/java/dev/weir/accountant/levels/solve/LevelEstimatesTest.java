package dev.weir.accountant.levels.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.RandomShapes;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.plan.LevelErrors;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelEstimatesTest {

    private static final double CLOSE = 1e-9;

    private final SplittableRandom random = new SplittableRandom(7);

    private NoisyNodes noisy(LevelShape shape, double... noise) {
        boolean[] measured = new boolean[noise.length];
        for (int level = 0; level < noise.length; level++) {
            measured[level] = !Double.isNaN(noise[level]);
        }
        NoisyNodes noisy = new NoisyNodes(shape, measured);
        for (int level = 0; level < noise.length; level++) {
            for (int node = 0; measured[level] && node < shape.nodes(level); node++) {
                noisy.put(level, node, random.nextLong(-50, 50));
            }
        }
        return noisy;
    }

    private static double[] doubles(long[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            doubles[i] = values[i];
        }
        return doubles;
    }

    private static double[] treeEstimates(LevelTree tree, NoisyNodes noisy, double... noise) {
        TreeSolver solver = new TreeSolver(new TreeVariances(tree, noise));
        solver.solve(noisy);
        double[] estimates = new double[tree.nodes()];
        for (int node = 0; node < estimates.length; node++) {
            estimates[node] = solver.estimate(node);
        }
        return estimates;
    }

    private static double[] setEstimates(SetFamily family, NoisyNodes noisy, double... noise) {
        SetSolver solver = new SetSolver(new SetVariances(family, noise));
        solver.solve(noisy);
        double[] estimates = new double[family.nodes()];
        for (int level = 0; level < family.levels(); level++) {
            for (int node = 0; node < family.nodes(level); node++) {
                estimates[family.start(level) + node] = solver.estimate(level, node);
            }
        }
        return estimates;
    }

    @Test
    void trees_are_solved_as_dense_least_squares_solves_them() {
        for (int run = 0; run < 60; run++) {
            LevelTree tree = RandomShapes.tree(random);
            double[] noise = RandomShapes.noise(tree, random);
            NoisyNodes noisy = noisy(tree, noise);
            double[] dense = DenseEstimates.of(tree, noise).estimates(doubles(noisy.values()));
            assertThat(treeEstimates(tree, noisy, noise)).containsExactly(dense, within(CLOSE));
        }
    }

    @Test
    void families_of_sets_are_solved_as_dense_least_squares_solves_them() {
        for (int run = 0; run < 60; run++) {
            SetFamily family = RandomShapes.family(random);
            double[] noise = RandomShapes.noise(family, random);
            NoisyNodes noisy = noisy(family, noise);
            double[] dense = DenseEstimates.of(family, noise).estimates(doubles(noisy.values()));
            assertThat(setEstimates(family, noisy, noise)).containsExactly(dense, within(CLOSE));
        }
    }

    @Test
    void variances_are_those_of_dense_least_squares() {
        for (int run = 0; run < 60; run++) {
            LevelShape shape = run % 2 == 0 ? RandomShapes.tree(random) : RandomShapes.family(random);
            double[] noise = RandomShapes.noise(shape, random);
            DenseEstimates dense = DenseEstimates.of(shape, noise);
            double[] variances = LevelErrors.estimates(shape, noise);
            for (int node = 0; node < shape.nodes(); node++) {
                assertThat(variances[node]).isCloseTo(dense.variance(node, shape, noise), within(CLOSE));
            }
        }
    }

    /** Weights that are made for another noise are no longer best: the twin of the tests above. */
    @Test
    void variances_of_the_wrong_level_give_other_estimates() {
        LevelTree tree = LevelTree.even(3, 2);
        NoisyNodes noisy = noisy(tree, 9, 4, 2);
        double[] dense = DenseEstimates.of(tree, 9, 4, 2).estimates(doubles(noisy.values()));
        assertThat(treeEstimates(tree, noisy, 4, 9, 2)[0]).isNotCloseTo(dense[0], within(1e-3));
    }

    @Test
    void a_window_that_lacks_a_number_is_not_solved() {
        LevelTree tree = LevelTree.even(2);
        NoisyNodes noisy = new NoisyNodes(tree, true, true);
        noisy.put(0, 0, 5);
        noisy.put(1, 1, 2);
        TreeSolver solver = new TreeSolver(new TreeVariances(tree, 1, 1));
        assertThatThrownBy(() -> solver.solve(noisy)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> noisy.put(1, 1, 2)).isInstanceOf(IllegalStateException.class);
        noisy.put(1, 0, 3);
        solver.solve(noisy);
        assertThat(solver.estimate(0)).isEqualTo(5);
    }
}
