package dev.weir.accountant.continual.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.ContinualGolden;
import dev.weir.accountant.continual.ContinualGolden.Row;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TreeSensitivityTest {

    static Stream<Row> vectors() {
        return ContinualGolden.rows("vectors_tree");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void the_dynamic_programme_agrees_with_the_vectors(Row row) {
        long squared = TreeSensitivity.squared(1L << row.whole("h"), row.whole("k"), row.whole("b"));
        row.check("l2_sens_squared", (double) squared, 0);
    }

    /** Tests all patterns of contributions over 1 to 17 steps, encoded as bits. */
    @Test
    void the_dynamic_programme_finds_the_worst_of_all_patterns() {
        for (int steps = 1; steps <= 17; steps++) {
            for (int times = 1; times <= 5; times++) {
                for (int separation = 1; separation <= 9; separation++) {
                    long worst = worst(steps, times, separation);
                    assertThat(TreeSensitivity.squared(steps, times, separation))
                            .as("%d steps, %d times, %d apart", steps, times, separation)
                            .isEqualTo(worst);
                    assertThat(TreeSensitivity.squaredAtLeast(steps, times, separation))
                            .isBetween(0.8 * worst, worst + 1e-9);
                }
            }
        }
    }

    private static long worst(int steps, int times, int separation) {
        long worst = 0;
        for (int pattern = 1; pattern < 1 << steps; pattern++) {
            if (Integer.bitCount(pattern) <= times && isSeparated(pattern, separation)) {
                worst = Math.max(worst, squared(pattern, steps));
            }
        }
        return worst;
    }

    private static boolean isSeparated(int pattern, int separation) {
        for (int distance = 1; distance < separation; distance++) {
            if ((pattern & (pattern >>> distance)) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the squared sensitivity to a pattern over the complete nodes. */
    private static long squared(int pattern, int steps) {
        long sum = 0;
        for (int width = 1; width <= steps; width *= 2) {
            for (int start = 0; start + width <= steps; start += width) {
                int inside = pattern >>> start & (int) ((1L << width) - 1);
                sum += (long) Integer.bitCount(inside) * Integer.bitCount(inside);
            }
        }
        return sum;
    }

    /**
     * A gap of a million steps is handled as a range, and a question that would take minutes is refused by a count of its
     * work.
     */
    @Test
    void many_steps_and_wide_gaps_take_no_longer() {
        assertThat(TreeSensitivity.squared(1L << 26, 5, 1_000_000)).isEqualTo(247);
        assertThat(TreeSensitivity.squared((1L << 48) - 1, 64, 123_457)).isEqualTo(107_626);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TreeSensitivity.squared(1L << 20, 10_000, 1))
                .withMessageContaining("times must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TreeSensitivity.squared(1L << 20, 3000, 7))
                .withMessageContaining("times must be");
    }

    @Test
    void honakers_weights_are_the_published_variances() {
        double[] variances = ContinualGolden.rows("vectors_sequences")
                .filter(row -> row.text("name").equals("honaker_subtree_variance_by_height"))
                .findFirst()
                .orElseThrow()
                .numbers("values");
        BinaryTree tree = new BinaryTree(variances.length, true);
        for (int height = 0; height < variances.length; height++) {
            assertThat(tree.ownWeight(height)).isCloseTo(variances[height], within(1e-15));
        }
    }

    @Test
    void closed_forms_of_nodes_agree_with_counting_them() {
        for (int levels = 1; levels <= 3; levels++) {
            for (int base : new int[] {3, 5, 7}) {
                KaryTree tree = new KaryTree(base, levels);
                long sum = 0;
                long most = 0;
                for (long t = 1; t <= 2 * tree.capacity() + 3; t++) {
                    sum += tree.nodes(t);
                    most = Math.max(most, tree.nodes(t));
                    assertThat(tree.meanNodes(t)).isCloseTo((double) sum / t, within(1e-9));
                    assertThat(tree.mostNodes(t)).as("%s to %d", tree, t).isEqualTo(most);
                }
            }
        }
    }

    @Test
    void binary_counts_agree_with_counting_bits() {
        for (boolean honaker : new boolean[] {false, true}) {
            BinaryTree tree = BinaryTree.of(300, honaker);
            double sum = 0;
            double largest = 0;
            for (long t = 1; t <= 300; t++) {
                sum += tree.variance(t);
                largest = Math.max(largest, tree.variance(t));
                assertThat(tree.meanVariance(t)).isCloseTo(sum / t, within(1e-9));
                assertThat(tree.largestVariance(t)).isCloseTo(largest, within(1e-12));
            }
        }
    }

    @Test
    void trees_out_of_range_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new KaryTree(4, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new KaryTree(3, 40));
        assertThatIllegalArgumentException().isThrownBy(() -> new BinaryTree(0, false));
        assertThatIllegalArgumentException().isThrownBy(() -> TreeSensitivity.squared((1L << 48) + 1, 1, 1));
    }
}
