package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.testing.LevelPlans;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelKeysTest {

    private static final List<String> PLACES = List.of("region", "town");

    private static KeySpace places(List<List<String>> combinations) {
        return KeySpace.ofLevels(DeclaredKeys.of(PLACES, combinations, Others.NONE), PLACES, List.of());
    }

    @Test
    void nodes_of_a_tree_stand_in_the_order_of_their_parents_however_they_were_declared() {
        KeySpace keys = places(
                List.of(List.of("N", "x"), List.of("S", "y"), List.of("N", "z"), List.of("S", "x"), List.of("N", "a")));
        assertThat(keys.known()).containsExactly("*,*", "N,*", "S,*", "N,x", "N,z", "N,a", "S,y", "S,x");
        assertThat(keys.cells()).containsExactly("N,x", "N,z", "N,a", "S,y", "S,x");
        LevelShape shape = keys.levels().orElseThrow();
        for (int cell = 0; cell < keys.cells().size(); cell++) {
            String name = keys.cells().get(cell);
            assertThat(keys.name(shape.start(1) + shape.node(1, cell))).isEqualTo(name.charAt(0) + ",*");
            assertThat(keys.name(shape.start(2) + shape.node(2, cell))).isEqualTo(name);
        }
    }

    @Test
    void a_finder_finds_the_base_cell_in_the_order_of_the_shape() {
        KeySpace keys = places(List.of(List.of("N", "x"), List.of("S", "y"), List.of("N", "z")));
        for (int cell = 0; cell < 3; cell++) {
            String[] values = keys.cells().get(cell).split(",");
            assertThat(keys.finder().find(new Texts(values))).isEqualTo(cell);
        }
        assertThat(keys.most()).isEqualTo(3);
        assertThat(keys.ticking()).isEqualTo(6);
    }

    @Test
    void the_last_attribute_of_sets_varies_fastest() {
        KeySpace keys = LevelPlans.sets(2, 3, 3, 2, 0);
        assertThat(keys.known())
                .containsExactly("a0,b0", "a0,b1", "a0,b2", "a1,b0", "a1,b1", "a1,b2", "*,b0", "*,b1", "*,b2", "*,*");
        LevelShape shape = keys.levels().orElseThrow();
        assertThat(keys.name(shape.start(1) + shape.node(1, 4))).isEqualTo("*,b1");
    }

    @Test
    void combinations_of_sets_may_be_declared_in_any_order_but_must_all_be_there() {
        List<String> attributes = List.of("a", "b");
        DeclaredKeys all = DeclaredKeys.of(
                attributes,
                List.of(List.of("x", "1"), List.of("y", "0"), List.of("y", "1"), List.of("x", "0")),
                Others.NONE);
        assertThat(KeySpace.ofLevels(all, attributes, List.of(3)).cells()).containsExactly("x,1", "x,0", "y,1", "y,0");
        DeclaredKeys some = DeclaredKeys.of(attributes, List.of(List.of("x", "1"), List.of("y", "0")), Others.NONE);
        assertThatThrownBy(() -> KeySpace.ofLevels(some, attributes, List.of(3, 0)))
                .hasMessageContaining("must have all combinations");
    }

    @Test
    void one_attribute_makes_a_tree_with_a_total() {
        KeySpace keys =
                KeySpace.ofLevels(DeclaredKeys.withOthers(List.of("en", "de"), "rest"), List.of("language"), List.of());
        assertThat(keys.known()).containsExactly("*", "en", "de", "rest");
        assertThat(keys.named("en").fields(keys.attributes())).containsEntry("language", "en");
        assertThat(keys.named("*").fields(keys.attributes())).isEmpty();
        assertThat(keys.isOther(keys.named("rest"))).isTrue();
        assertThat(keys.isOther(keys.named("en"))).isFalse();
    }

    @Test
    void no_two_nodes_have_one_name_whatever_the_values_contain() {
        KeySpace keys = places(List.of(
                List.of("*", ","), List.of("*", "*"), List.of(",", "/"), List.of("", ""), List.of("%2A", "ä,*")));
        assertThat(new HashSet<>(keys.known())).hasSize(keys.known().size());
        assertThat(keys.known()).contains("*,*", "%2A,*", "%2A,%2A", ",*", ",");
        keys.known().forEach(name -> assertThat(KeyName.parse(name).encoded()).isEqualTo(name));
    }

    @Test
    void a_copy_by_serialization_has_the_same_nodes() throws Exception {
        KeySpace keys = places(List.of(List.of("N", "x"), List.of("S", "y"), List.of("N", "z")));
        KeySpace copy = InstantiationUtil.clone(keys);
        assertThat(copy).isEqualTo(keys).hasSameHashCodeAs(keys);
        assertThat(copy.known()).isEqualTo(keys.known());
        assertThat(copy.levels()).isEqualTo(keys.levels());
    }

    @Test
    void operators_of_a_process_share_the_keys_that_they_read_if_all_of_them_are_the_same() throws Exception {
        KeySpace tree = places(List.of(List.of("N", "x"), List.of("S", "y")));
        KeySpace swapped = places(List.of(List.of("S", "y"), List.of("N", "x")));
        KeySpace sets = KeySpace.ofLevels(
                DeclaredKeys.of(PLACES, List.of(List.of("N", "x"), List.of("N", "y")), Others.NONE),
                PLACES,
                List.of(3, 0));
        KeySpace base = KeySpace.ofLevels(
                DeclaredKeys.of(PLACES, List.of(List.of("N", "x"), List.of("N", "y")), Others.NONE),
                PLACES,
                List.of(3));
        for (KeySpace keys : List.of(tree, swapped, sets, base)) {
            KeySpace copy = InstantiationUtil.clone(keys);
            assertThat(InstantiationUtil.clone(keys)).isSameAs(copy).isEqualTo(keys);
        }
    }

    @Test
    void keys_with_more_or_fewer_values_than_the_levels_have_attributes_are_refused() {
        DeclaredKeys two = DeclaredKeys.of(PLACES, List.of(List.of("N", "x"), List.of("N", "y")), Others.NONE);
        DeclaredKeys one = new DeclaredKeys(List.of("N", "S"));
        assertThatThrownBy(() -> KeySpace.ofLevels(two, List.of("region"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a value for each attribute of the levels");
        for (List<Integer> sets : List.of(List.<Integer>of(), List.of(3, 0))) {
            assertThatThrownBy(() -> KeySpace.ofLevels(one, PLACES, sets))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a value for each attribute of the levels");
        }
    }

    @Test
    void another_leaf_or_another_level_has_another_meaning() {
        KeySpace keys = LevelPlans.sets(2, 2, 3, 0);
        assertThat(keys.catchAll()).isNotNull();
        assertThat(keys.identity().bytes())
                .isNotEqualTo(LevelPlans.sets(2, 2, 3, 1, 0).identity().bytes())
                .isNotEqualTo(LevelPlans.sets(2, 3, 3, 0).identity().bytes());
    }

    private record Texts(String[] values) implements KeyValues {
        @Override
        public boolean has(int attribute) {
            return true;
        }

        @Override
        public byte[] bytes(int attribute) {
            return values[attribute].getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int from(int attribute) {
            return 0;
        }

        @Override
        public int to(int attribute) {
            return bytes(attribute).length;
        }
    }
}
