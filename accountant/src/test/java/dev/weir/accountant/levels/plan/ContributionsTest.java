package dev.weir.accountant.levels.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.RandomShapes;
import dev.weir.accountant.mechanism.Norm;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ContributionsTest {

    private static BigInteger recursion(LevelShape shape, int level, int records, int perWindow) {
        BigInteger[] best = new BigInteger[records + 1];
        best[0] = BigInteger.ZERO;
        for (int n = 1; n <= records; n++) {
            best[n] = BigInteger.ZERO;
            for (int k = 1; k <= Math.min(n, Math.min(perWindow, shape.cells())); k++) {
                best[n] = best[n].max(shape.squares(level, k).add(best[n - k]));
            }
        }
        return best[records];
    }

    @Test
    void planning_numbers_are_those_of_the_recursion_over_windows() {
        SplittableRandom random = new SplittableRandom(3);
        for (int run = 0; run < 300; run++) {
            LevelShape shape = run % 2 == 0 ? RandomShapes.tree(random) : RandomShapes.family(random);
            int records = random.nextInt(1, 30);
            int perWindow = random.nextInt(1, 30);
            BigInteger[] worst = new Contributions(records, perWindow).worst(shape, Norm.SQUARED_L2);
            for (int level = 0; level < worst.length; level++) {
                assertThat(worst[level]).isEqualTo(recursion(shape, level, records, perWindow));
            }
        }
    }

    /** Nodes of 3 and 3 leaves, six records, at most four in a window: windows of 3 and 3 cost 18, of 4 and 2 only 14. */
    @Test
    void full_windows_are_not_the_worst_case() {
        LevelTree tree = LevelTree.of(List.of(new int[] {2}, new int[] {3, 3}));
        long full = tree.squares(1, 4).longValue() + tree.squares(1, 2).longValue();
        assertThat(full).isEqualTo(14);
        assertThat(new Contributions(6, 4).worst(tree, Norm.SQUARED_L2)[1]).isEqualTo(18);
    }
}
