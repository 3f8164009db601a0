package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyFinderTest {

    private static final List<String> PLACES = List.of("country", "device");

    private static String find(KeySpace keys, @Nullable String... values) {
        int number = keys.finder().find(new Texts(values));
        return number == KeyFinder.ABSENT ? "-" : keys.name(number);
    }

    @Test
    void without_a_field_every_record_has_the_same_key() {
        assertThat(find(new NoKey())).isEqualTo("all");
        assertThat(new NoKey().ticking()).isEqualTo(1);
        assertThat(new NoKey().identity().bytes())
                .isNotEqualTo(new DeclaredKeys(List.of("all")).identity().bytes());
    }

    @Test
    void a_combination_is_found_by_all_of_its_values() {
        KeySpace keys = DeclaredKeys.of(
                PLACES, List.of(List.of("DE", "web"), List.of("DE", "app"), List.of("D", "Eweb")), Others.NONE);
        assertThat(find(keys, "DE", "web")).isEqualTo("DE,web");
        assertThat(find(keys, "D", "Eweb")).isEqualTo("D,Eweb");
        assertThat(find(keys, "DEw", "eb")).isEqualTo("-");
        assertThat(find(keys, "web", "DE")).isEqualTo("-");
        assertThat(find(keys, "DE", null)).isEqualTo("-");
    }

    @Test
    void each_attribute_of_a_product_has_a_place_for_its_own_others() {
        KeySpace keys = DeclaredKeys.of(
                PLACES, List.of(List.of("DE", "web"), List.of("DE", "other")), new Others(List.of("", "other"), false));
        assertThat(find(keys, "DE", "web")).isEqualTo("DE,web");
        assertThat(find(keys, "DE", "fax")).isEqualTo("DE,other");
        assertThat(find(keys, "DE", "other")).isEqualTo("DE,other");
        assertThat(find(keys, "DE", null)).isEqualTo("DE,other");
        assertThat(find(keys, "FR", "web")).isEqualTo("-");
        assertThat(find(keys, null, "web")).isEqualTo("-");
    }

    @Test
    void the_longest_declared_beginning_takes_a_record() {
        List<String> attributes = List.of("country", "state", "town");
        KeySpace keys = DeclaredKeys.of(
                attributes,
                List.of(
                        List.of("DE", "BY", "Hof"),
                        List.of("DE", "BY", "rest"),
                        List.of("DE", "rest", "rest"),
                        List.of("FR", "A", "B"),
                        List.of("rest", "rest", "rest")),
                Others.ofTail("rest", 3));
        assertThat(find(keys, "DE", "BY", "Hof")).isEqualTo("DE,BY,Hof");
        assertThat(find(keys, "DE", "BY", "Ulm")).isEqualTo("DE,BY,rest");
        assertThat(find(keys, "DE", "BY", null)).isEqualTo("DE,BY,rest");
        assertThat(find(keys, "DE", "BW", "Hof")).isEqualTo("DE,rest,rest");
        assertThat(find(keys, "DE", "rest", "Hof")).isEqualTo("DE,rest,rest");
        assertThat(find(keys, "FR", "A", "C")).isEqualTo("rest,rest,rest");
        assertThat(find(keys, null, "BY", "Hof")).isEqualTo("rest,rest,rest");
        assertThat(find(keys, "rest", "BY", "Hof")).isEqualTo("rest,rest,rest");
        assertThat(find(keys, "a value longer than the buffer".repeat(9), "x", "y"))
                .isEqualTo("rest,rest,rest");
    }

    @Test
    void one_attribute_may_have_a_place_for_all_others() {
        KeySpace keys = DeclaredKeys.withOthers(List.of("en", "de"), "other");
        byte[] french = "fr".getBytes(StandardCharsets.UTF_8);
        assertThat(keys.name(keys.finder().find(french, 0, 2))).isEqualTo("other");
        assertThat(find(keys, "fr")).isEqualTo("other");
        assertThat(find(keys, new @Nullable String[] {null})).isEqualTo("other");
        assertThat(find(keys, "de")).isEqualTo("de");
        assertThat(find(new DeclaredKeys(List.of("en", "de")), "fr")).isEqualTo("-");
    }

    @Test
    void keys_with_attributes_and_others_travel_to_another_machine() throws Exception {
        KeySpace keys = DeclaredKeys.of(
                PLACES, List.of(List.of("DE", "web"), List.of("DE", "other")), new Others(List.of("", "other"), false));
        assertThat(InstantiationUtil.clone(keys)).isEqualTo(keys);
        assertThat(InstantiationUtil.clone(new NoKey())).isEqualTo(new NoKey());
    }

    @Test
    void what_does_not_fit_is_refused_by_its_rule_and_no_value_is_quoted() {
        refused(() -> DeclaredKeys.of(PLACES, List.of(List.of("SECRET")), Others.NONE), "one for each field");
        refused(() -> DeclaredKeys.of(PLACES, List.of(List.of("SECRET", "\ud800")), Others.NONE), "UTF-8");
        refused(
                () -> DeclaredKeys.of(PLACES, List.of(List.of("SECRET", "a"), List.of("SECRET", "a")), Others.NONE),
                "distinct");
        refused(() -> DeclaredKeys.of(List.of("a", "a"), List.of(List.of("b", "SECRET")), Others.NONE), "attributes");
        refused(
                () -> DeclaredKeys.of(PLACES, List.of(List.of("SECRET", "a")), Others.ofTail("SECRET2", 2)),
                "names of others must be declared keys");
    }

    private static void refused(Runnable keys, String rule) {
        assertThatIllegalArgumentException()
                .isThrownBy(keys::run)
                .withMessageContaining(rule)
                .withMessageNotContaining("SECRET");
    }

    /** The identity must tell apart what a record's cell depends on. */
    @Test
    void keys_that_mean_different_things_have_different_identities() {
        List<List<String>> pairs = List.of(List.of("a", "b"), List.of("x", "x"));
        List<KeySpace> spaces = List.of(
                new DeclaredKeys(List.of("a,b", "x,x")),
                DeclaredKeys.of(PLACES, pairs, Others.NONE),
                DeclaredKeys.of(List.of("device", "country"), pairs, Others.NONE),
                DeclaredKeys.of(PLACES, pairs, Others.ofTail("x", 2)),
                DeclaredKeys.of(PLACES, pairs, new Others(List.of("x", "x"), false)),
                DeclaredKeys.of(PLACES, pairs, new Others(List.of("", "x"), false)),
                DeclaredKeys.withOthers(List.of("a,b"), "x,x"),
                new NoKey());
        assertThat(spaces.stream().map(keys -> keys.identity().bytes()).map(Arrays::toString))
                .doesNotHaveDuplicates();
    }

    /** The attributes of a made-up record; null for one that it lacks. */
    private record Texts(@Nullable String... texts) implements KeyValues {

        @Override
        public boolean has(int attribute) {
            return texts[attribute] != null;
        }

        @Override
        public byte[] bytes(int attribute) {
            return (">" + texts[attribute]).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int from(int attribute) {
            return 1;
        }

        @Override
        public int to(int attribute) {
            return bytes(attribute).length;
        }
    }
}
