package dev.weir.accountant.continual.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the number of nodes in the difference of two totals with one that is counted from the intervals of the nodes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KaryTreeDifferenceTest {

    private static final long STEPS = 130;

    /** Returns the weights of the nodes of a total, by "level start". */
    private static Map<String, Integer> nodes(KaryTree tree, long step) {
        Map<String, Integer> nodes = new HashMap<>();
        long covered = 0;
        for (int level = tree.levels() - 1; level >= 0; level--) {
            long width = KaryTree.power(tree.base(), level);
            long digit = tree.digit(step, level);
            for (long i = 0; i < digit; i++) {
                nodes.merge(level + " " + (covered + i * width), 1, Integer::sum);
            }
            for (long i = 1; i <= -digit; i++) {
                nodes.merge(level + " " + (covered - i * width), -1, Integer::sum);
            }
            covered += digit * width;
        }
        assertThat(covered).isEqualTo(step);
        return nodes;
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 3", "3, 5", "5, 2", "5, 3", "7, 3", "31, 2"})
    void nodes_of_one_total_alone_are_counted_and_shared_ones_cancel(int base, int levels) {
        KaryTree tree = new KaryTree(base, levels);
        for (long from = 0; from <= STEPS; from++) {
            for (long to = from; to <= STEPS; to++) {
                Map<String, Integer> weights = nodes(tree, to);
                nodes(tree, from).forEach((node, weight) -> weights.merge(node, -weight, Integer::sum));
                long squares = weights.values().stream()
                        .mapToLong(weight -> (long) weight * weight)
                        .sum();
                assertThat(tree.differing(from, to)).isEqualTo(squares);
                assertThat(tree.differing(to, from)).isEqualTo(squares);
            }
        }
    }
}
