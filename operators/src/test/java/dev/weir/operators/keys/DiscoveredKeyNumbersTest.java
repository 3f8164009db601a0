package dev.weir.operators.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.keys.text.TextHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredKeyNumbersTest {

    private static final int RECORD_WORDS = 2;
    private static final int AT = 3;

    private static DiscoveredKeyNumbers numbers(int seed) {
        return new DiscoveredKeyNumbers(
                "q", RECORD_WORDS, PackedText.MOST_BYTES, new TextHash(new SplittableRandom(seed)::nextLong));
    }

    /** A contribution with words of other things around and between. */
    private static long[] contribution(String key) {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        long[] words = new long[AT + 1 + RECORD_WORDS + PackedText.words(text.length) + 1];
        Arrays.fill(words, -1);
        words[AT] = (7L << 32) | text.length;
        PackedText.pack(text, text.length, words, AT + 1 + RECORD_WORDS);
        return words;
    }

    private static int add(DiscoveredKeyNumbers numbers, String key) {
        return numbers.findOrAdd(contribution(key), AT);
    }

    @Test
    void texts_of_every_length_have_numbers_of_their_own() {
        DiscoveredKeyNumbers numbers = numbers(1);
        for (int length = 1; length <= 256; length++) {
            assertThat(numbers.find(contribution("k".repeat(length)), AT)).isNegative();
            assertThat(add(numbers, "k".repeat(length))).isEqualTo(length - 1);
        }
        assertThat(numbers.size()).isEqualTo(256);
        for (int length = 1; length <= 256; length++) {
            assertThat(numbers.find(contribution("k".repeat(length)), AT)).isEqualTo(length - 1);
            assertThat(numbers.text(length - 1)).isEqualTo("k".repeat(length).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_key_has_the_route_of_its_text_in_every_subtask() {
        DiscoveredKeyNumbers one = numbers(1);
        DiscoveredKeyNumbers other = numbers(2);
        add(other, "first here");
        for (String key : new String[] {"é", "𐀀", "<script>", "x".repeat(200)}) {
            assertThat(one.route(add(one, key)))
                    .isEqualTo(other.route(add(other, key)))
                    .isEqualTo(KeyRouting.of("q", key));
        }
    }

    @Test
    void used_numbers_are_written_with_their_texts_and_unused_ones_are_not() throws IOException {
        DiscoveredKeyNumbers before = numbers(1);
        for (int key = 0; key < 100; key++) {
            add(before, "key" + key);
        }
        DataOutputSerializer out = new DataOutputSerializer(64);
        before.write(
                used -> {
                    used.accept(97);
                    used.accept(3);
                    used.accept(97);
                },
                out);
        DiscoveredKeyNumbers after = numbers(2);
        add(after, "key97");
        IntUnaryOperator now = after.read(new DataInputDeserializer(out.getCopyOfBuffer()));
        assertThat(now.applyAsInt(97)).isZero();
        assertThat(now.applyAsInt(3)).isEqualTo(1);
        assertThat(after.text(1)).isEqualTo("key3".getBytes(StandardCharsets.UTF_8));
        assertThat(after.size()).isEqualTo(2);
        assertThat(after.route(1)).isEqualTo(KeyRouting.of("q", "key3"));
        assertThat(new String(out.getCopyOfBuffer(), StandardCharsets.ISO_8859_1))
                .doesNotContain("key42");
    }
}
