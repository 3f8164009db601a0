package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that a node is found by its name whatever was asked for before it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NodeFinderTest {

    private static final int NODES = 50;

    private static List<String> names() {
        return IntStream.range(0, NODES).mapToObj(node -> "n" + node).toList();
    }

    /** Each order comes three times. Between any two nodes the first one is asked for, so the node that follows it changes each time. */
    @Test
    void finds_nodes_in_any_order() {
        NodeFinder finder = new NodeFinder(names(), node -> true);
        List<Integer> order = new ArrayList<>(IntStream.range(0, NODES).boxed().toList());
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            if (round % 3 == 0) {
                Collections.shuffle(order, random);
            }
            for (int node : order) {
                assertThat(finder.node("n" + node)).isEqualTo(node);
                assertThat(finder.node("n" + order.get(0))).isEqualTo(order.get(0));
            }
        }
    }

    /** A name without a draw is not found, whether it is asked for first or behind a node with a draw. */
    @Test
    void does_not_find_nodes_without_a_draw() {
        NodeFinder finder = new NodeFinder(names(), node -> node % 2 == 1);
        assertThat(finder.size()).isEqualTo(NODES / 2);
        for (String missing : List.of("n0", "n2", "n50", "")) {
            assertThatThrownBy(() -> finder.node(missing)).isInstanceOf(IllegalStateException.class);
            assertThat(finder.node("n1")).isEqualTo(1);
            assertThatThrownBy(() -> finder.node(missing)).isInstanceOf(IllegalStateException.class);
        }
    }
}
