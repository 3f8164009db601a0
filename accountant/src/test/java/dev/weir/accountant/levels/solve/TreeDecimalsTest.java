package dev.weir.accountant.levels.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelTree;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TreeDecimalsTest {

    private static final long MILLION = 1_000_000;

    /** A node is off its estimate by half a millionth for each leaf below it, and by what doubles round. */
    @Test
    void millionths_of_nodes_are_near_their_estimates_and_add_up_exactly() {
        LevelTree tree = LevelTree.of(List.of(new int[] {3}, new int[] {2, 1, 4}));
        TreeSolver solver = new TreeSolver(new TreeVariances(tree, new double[] {2, Double.NaN, 3}));
        TreeDecimals decimals = new TreeDecimals(tree);
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 1000; round++) {
            NoisyNodes noisy = new NoisyNodes(tree, true, false, true);
            noisy.put(0, 0, random.nextLong(-100, 100));
            for (int leaf = 0; leaf < 7; leaf++) {
                noisy.put(2, leaf, random.nextLong(-100, 100));
            }
            solver.solve(noisy);
            decimals.round(solver);
            for (int node = 0; node < tree.nodes(); node++) {
                assertThat(decimals.millionths(node)).isBetween(0, 999_999);
                assertThat(millionths(decimals, node) / 1e6).isEqualTo(solver.estimate(node), within(4e-6));
            }
            for (int node = 0; node < tree.innerNodes(); node++) {
                long sum = 0;
                for (int child = tree.firstChild(node); child < tree.firstChild(node + 1); child++) {
                    sum += millionths(decimals, child);
                }
                assertThat(millionths(decimals, node)).isEqualTo(sum);
            }
        }
    }

    private static long millionths(TreeDecimals decimals, int node) {
        return decimals.whole(node) * MILLION + decimals.millionths(node);
    }
}
