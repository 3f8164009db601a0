package dev.weir.accountant.levels.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.plan.LevelErrors;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Errors of 100 000 windows with exact totals of 0. The statistic is a node's mean squared error over its stated variance. Its standard deviation is
 * sqrt(2 / 100 000) = 0.0045 for errors that are nearly normal; 0.026 is 5.8 of them, which a run exceeds by chance with probability below 1e-6 over
 * all nodes. Stated variances that are those of the noise alone, without the solve, are wrong by more than a tenth.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("statistical")
class SimulatedVariancesTest {

    private static final int WINDOWS = 100_000;
    private static final double TOLERANCE = 0.026;
    private static final double OF_ROUNDING = 1.0 / 12;
    private static final double[] SIGMAS = {4, 3, 2.5, 2};
    private static final double[] NOISE = IntStream.range(0, 4)
            .mapToDouble(i -> SIGMAS[i] * SIGMAS[i] + OF_ROUNDING)
            .toArray();

    private final SplittableRandom random = new SplittableRandom(1);

    private void draw(NoisyNodes noisy, LevelShape shape) {
        noisy.clear();
        for (int level = 0; level < shape.levels(); level++) {
            for (int node = 0; node < shape.nodes(level); node++) {
                noisy.put(level, node, Math.round(random.nextGaussian() * SIGMAS[level]));
            }
        }
    }

    private static void add(double[] squares, IntToDoubleFunction errors) {
        for (int node = 0; node < squares.length; node++) {
            double error = errors.applyAsDouble(node);
            squares[node] += error * error / WINDOWS;
        }
    }

    private static void check(double[] squares, double... variances) {
        for (int node = 0; node < squares.length; node++) {
            assertThat(squares[node] / variances[node]).isCloseTo(1, within(TOLERANCE));
        }
    }

    @Test
    void errors_of_trees_have_the_stated_variances_and_twins_have_not() {
        LevelTree tree = LevelTree.of(List.of(new int[] {2}, new int[] {2, 1}, new int[] {2, 2, 2}));
        NoisyNodes noisy = new NoisyNodes(tree, true, true, true, true);
        TreeVariances law = new TreeVariances(tree, NOISE);
        TreeSolver solver = new TreeSolver(law);
        TreeRounding rounding = new TreeRounding(tree);
        double[] estimates = new double[tree.nodes()];
        double[] published = new double[tree.nodes()];
        long[] values = new long[tree.nodes()];
        for (int window = 0; window < WINDOWS; window++) {
            draw(noisy, tree);
            solver.solve(noisy);
            rounding.round(solver, window, values);
            add(estimates, solver::estimate);
            add(published, node -> values[node]);
        }
        check(estimates, LevelErrors.estimates(tree, NOISE));
        check(published, law.published());
        assertThat(estimates[0] / NOISE[0]).isLessThan(0.9);
    }

    @Test
    void errors_of_sets_have_the_stated_variances() {
        SetFamily cube = SetFamily.cube(3, 2);
        NoisyNodes noisy = new NoisyNodes(cube, true, true, true, true);
        SetSolver solver = new SetSolver(new SetVariances(cube, NOISE));
        double[] estimates = new double[cube.nodes()];
        int[] levels = IntStream.range(0, 4)
                .flatMap(level -> IntStream.range(0, cube.nodes(level)).map(node -> level))
                .toArray();
        for (int window = 0; window < WINDOWS; window++) {
            draw(noisy, cube);
            solver.solve(noisy);
            add(estimates, node -> solver.estimate(levels[node], node - cube.start(levels[node])));
        }
        check(estimates, LevelErrors.estimates(cube, NOISE));
    }
}
