package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
