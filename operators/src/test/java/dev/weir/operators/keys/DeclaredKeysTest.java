package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DeclaredKeysTest {

    @Test
    void keys_that_travelled_to_another_machine_are_the_same_in_the_same_order() throws Exception {
        DeclaredKeys keys = new DeclaredKeys(List.of("b", "", "a/\u00e9\u0000", "\ud83d\ude00\uffff", "a"));
        assertThat(InstantiationUtil.clone(keys)).isEqualTo(keys);
    }

    /**
     * Serialized one by one, each key would be an object of its own in the stream, with five bytes and a handle in addition
     * to its text.
     */
    @Test
    void many_keys_travel_in_few_bytes_beyond_their_texts() throws Exception {
        List<String> known =
                IntStream.range(1000, 2000).mapToObj(Integer::toString).toList();
        byte[] bytes = InstantiationUtil.serializeObject(new DeclaredKeys(known));
        assertThat(bytes.length).isBetween(8 * known.size(), 8 * known.size() + 300);
    }

    /** A text is another key where it is made of other attributes; keys that are one text each have no shape, as ever. */
    @Test
    void what_a_key_is_made_of_is_told_apart() {
        List<List<String>> values = List.of(List.of("DE", "web"));
        List<KeySpace> spaces = List.of(
                KeySpace.none(),
                DeclaredKeys.of(List.of("country", "device"), values, Others.NONE),
                DeclaredKeys.of(List.of("device", "country"), values, Others.NONE),
                DeclaredKeys.of(List.of("country", "browser"), values, Others.NONE));
        assertThat(spaces)
                .extracting(space ->
                        ByteBuffer.wrap(Objects.requireNonNull(space.shape()).bytes()))
                .doesNotHaveDuplicates();
        assertThat(new DeclaredKeys(List.of("DE,web")).shape()).isNull();
    }

    @Test
    void a_key_has_one_text_and_others_a_name() {
        List<String> fields = List.of("country", "device");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DeclaredKeys(fields, List.of("D%45,web"), Others.NONE))
                .withMessage("declared keys must be encoded as the names of keys are");
        assertThat(new DeclaredKeys(fields, List.of("DE,web"), Others.NONE).known())
                .hasSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DeclaredKeys.withOthers(List.of("DE"), ""))
                .withMessage("others must not be empty");
    }
}
