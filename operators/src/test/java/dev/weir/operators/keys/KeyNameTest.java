package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.query.ReleaseId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyNameTest {

    private static final List<String> PIECES = List.of(
            "", "a", ",", "*", "/", "%", "%2C", "%2A", "\u00e9", "\u6771\u4eac", "\ud83d\ude00", " ", "DE", "~");

    /** The bytes date from a build in which every key had one attribute. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            en      | d/q/1/en/5
            a/b %Ü  | d/q/1/a%2Fb%20%25%C3%9C/5
            a,b     | d/q/1/a%2Cb/5
            *       | d/q/1/%2A/5
            ""      | d/q/1//5
            all     | d/q/1/all/5
            """)
    void an_id_of_a_key_with_one_attribute_has_the_bytes_that_it_always_had(String key, String id) {
        assertThat(new ReleaseId("d", "q", 1, key, 5)).hasToString(id);
        assertThat(ReleaseId.parse(id)).isEqualTo(new ReleaseId("d", "q", 1, key, 5));
    }

    @Test
    void a_key_with_several_attributes_has_one_component_for_each() {
        KeyName web = KeyName.ofValues(List.of("DE", "web"));
        assertThat(web.encoded()).isEqualTo("DE,web");
        assertThat(new ReleaseId("d", "q", 1, web, 5)).hasToString("d/q/1/DE,web/5");
        KeyName rolled = KeyName.ofComponents(List.of(Optional.of("DE"), Optional.empty()));
        assertThat(new ReleaseId("d", "q", 1, rolled, 5)).hasToString("d/q/1/DE,*/5");
        assertThat(KeyName.ofComponents(List.of(Optional.empty(), Optional.empty()))
                        .encoded())
                .isEqualTo("*,*");
        assertThat(KeyName.ofValues(List.of("", "*")).encoded()).isEqualTo(",%2A");
    }

    /** All lists of two components of up to two pieces, and 20 000 random ones of three: no two may share a name. */
    @Test
    void no_two_keys_of_a_query_share_a_name_and_each_is_read_back() {
        List<Optional<String>> values = new ArrayList<>(List.of(Optional.empty()));
        PIECES.forEach(one -> PIECES.forEach(two -> values.add(Optional.of(one + two))));
        List<Optional<String>> distinct = values.stream().distinct().toList();
        Map<String, List<Optional<String>>> names = new HashMap<>();
        distinct.forEach(one -> distinct.forEach(two -> check(List.of(one, two), names)));
        assertThat(names).hasSize(distinct.size() * distinct.size());
        Map<String, List<Optional<String>>> longer = new HashMap<>();
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            check(random.ints(3, 0, distinct.size()).mapToObj(distinct::get).toList(), longer);
        }
    }

    private static void check(List<Optional<String>> key, Map<String, List<Optional<String>>> names) {
        KeyName name = KeyName.ofComponents(key);
        List<Optional<String>> before = names.put(name.encoded(), key);
        assertThat(before == null || before.equals(key)).as(name.encoded()).isTrue();
        assertThat(name.encoded()).doesNotContain("/").matches("[A-Za-z0-9._~%*,-]*");
        assertThat(name.components()).isEqualTo(key);
        ReleaseId id = new ReleaseId("d", "q", 1, name, 5);
        assertThat(ReleaseId.parse(id.toString())).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"d/q/1/SECRET,%ZZ/1", "d/q/1/SECRET,b*/1", "d/q/1/SECRET**/1"})
    void a_name_that_is_none_is_refused_and_not_quoted(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReleaseId.parse(id))
                .withMessageNotContaining("SECRET");
    }

    @Test
    void people_read_attributes_with_their_values() {
        KeyName key = KeyName.ofValues(List.of("D,E", "web"));
        assertThat(key.words(List.of("country", "device"))).isEqualTo("country=D,E, device=web");
        assertThat(KeyName.of("en").words(List.of())).isEqualTo("en");
        assertThat(KeyName.ofComponents(List.of(Optional.of("DE"), Optional.empty()))
                        .words(List.of("country", "device")))
                .isEqualTo("country=DE");
    }
}
