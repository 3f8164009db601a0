package dev.weir.accountant.levels.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.RandomShapes;
import dev.weir.accountant.levels.SetFamily;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelRoundingTest {

    private final SplittableRandom random = new SplittableRandom(11);

    private TreeSolver solved(LevelTree tree, long offset) {
        boolean[] measured = new boolean[tree.levels()];
        Arrays.fill(measured, true);
        NoisyNodes noisy = new NoisyNodes(tree, measured);
        for (int level = 0; level < tree.levels(); level++) {
            for (int node = 0; node < tree.nodes(level); node++) {
                noisy.put(level, node, offset * cells(tree, level, node) + random.nextLong(-9, 10));
            }
        }
        TreeSolver solver = new TreeSolver(
                new TreeVariances(tree, random.doubles(tree.levels(), 1, 9).toArray()));
        solver.solve(noisy);
        return solver;
    }

    private static long cells(LevelTree tree, int level, int node) {
        return LongStream.range(0, tree.cells())
                .filter(cell -> tree.node(level, cell) == node)
                .count();
    }

    private static void assertThatItAddsUp(LevelTree tree, long[] values) {
        for (int node = 0; node < tree.innerNodes(); node++) {
            long sum = 0;
            for (int child = tree.firstChild(node); child < tree.firstChild(node + 1); child++) {
                sum += values[child];
            }
            assertThat(sum).isEqualTo(values[node]);
        }
    }

    /** Totals up to 10^17, where doubles know no units any more. */
    @Test
    void integers_add_up_and_differ_from_estimates_by_less_than_1_at_any_size() {
        for (int run = 0; run < 2000; run++) {
            LevelTree tree = RandomShapes.tree(random);
            TreeSolver solver = solved(tree, run % 2 == 0 ? 3 : 10_000_000_000_000_000L);
            long[] values = new long[tree.nodes()];
            new TreeRounding(tree).round(solver, run, values);
            assertThatItAddsUp(tree, values);
            for (int node = 0; node < values.length; node++) {
                assertThat(Math.abs((values[node] - solver.base(node)) - solver.correction(node)))
                        .isLessThan(1);
            }
        }
    }

    @Test
    void values_that_may_not_be_negative_are_none_and_add_up() {
        for (int run = 0; run < 2000; run++) {
            LevelTree tree = RandomShapes.tree(random);
            TreeSolver solver = solved(tree, run % 3 - 1);
            long[] values = new long[tree.nodes()];
            new NonNegativeRounding(tree).round(solver, run, values);
            assertThatItAddsUp(tree, values);
            assertThat(LongStream.of(values).min().orElseThrow()).isNotNegative();
        }
    }

    /**
     * Four leaves with one fraction. With the turn the errors of each leaf over 10 000 windows of equal numbers add up to 0; the twin without a turn
     * adds 10 000 times the same error to the first leaf. Nothing is drawn.
     */
    @Test
    void ties_turn_so_that_errors_of_windows_do_not_add_up() {
        LevelTree tree = LevelTree.even(4);
        NoisyNodes noisy = new NoisyNodes(tree, true, true);
        noisy.put(0, 0, 6);
        for (int leaf = 0; leaf < 4; leaf++) {
            noisy.put(1, leaf, 1);
        }
        TreeSolver solver = new TreeSolver(new TreeVariances(tree, 1e-9, 1));
        solver.solve(noisy);
        TreeRounding rounding = new TreeRounding(tree);
        long[] values = new long[5];
        long[] turned = new long[5];
        long[] fixed = new long[5];
        for (int window = 0; window < 10_000; window++) {
            rounding.round(solver, window, values);
            add(turned, values);
            rounding.round(solver, 0, values);
            add(fixed, values);
        }
        assertThat(turned).containsExactly(60_000, 15_000, 15_000, 15_000, 15_000);
        assertThat(fixed).containsExactly(60_000, 20_000, 20_000, 10_000, 10_000);
    }

    private static void add(long[] sums, long[] values) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += values[i];
        }
    }

    @Test
    void decimals_of_sets_add_up_exactly_where_one_set_contains_all() {
        SetFamily cube = SetFamily.cube(3, 4);
        NoisyNodes noisy = new NoisyNodes(cube, true, true, true, true);
        for (int level = 0; level < 4; level++) {
            for (int node = 0; node < cube.nodes(level); node++) {
                noisy.put(level, node, cube.largest(level) * 1_000_000_000_000_000L + random.nextLong(-9, 10));
            }
        }
        SetVariances law = new SetVariances(cube, 7, 3, 2, 5);
        SetSolver solver = new SetSolver(law);
        solver.solve(noisy);
        SetRounding rounding = new SetRounding(law);
        rounding.round(solver);
        for (int level = 0; level < 4; level++) {
            BigDecimal[] sums = new BigDecimal[cube.nodes(level)];
            Arrays.fill(sums, BigDecimal.ZERO);
            for (int cell = 0; cell < 12; cell++) {
                int node = cube.node(level, cell);
                sums[node] = sums[node].add(rounding.value(3, cell));
            }
            for (int node = 0; node < sums.length; node++) {
                assertThat(rounding.value(level, node)).isEqualByComparingTo(sums[node]);
                assertThat(sums[node]
                                .subtract(BigDecimal.valueOf(solver.base(level, node)))
                                .doubleValue())
                        .isCloseTo(solver.correction(level, node), within(1e-5));
            }
        }
    }
}
