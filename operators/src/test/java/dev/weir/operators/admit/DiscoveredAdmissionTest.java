package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeyValues;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests which bytes of strangers become keys, and what of them goes to the gate. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredAdmissionTest {

    private static final Plan PLAN = Discovered.plan(Discovered.query(
            Queries.hourly("q").count().sum(0, 100).contributions(3).recordsPerCell(1), Discovered.keys("1e-7", 1)));

    private final DecodedRecord decoded = new DecodedRecord(PLAN);

    private @Nullable Rejection rejection(byte[] key) {
        decoded.clear();
        byte[] around = new byte[key.length + 2];
        System.arraycopy(key, 0, around, 1, key.length);
        assertThat(decoded.key(0, around, 1, 1 + key.length)).isEqualTo(decoded.rejection() == null);
        return decoded.rejection();
    }

    private @Nullable Rejection rejection(String key) {
        return rejection(key.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void keys_that_are_too_long_empty_malformed_or_turn_the_text_around_them_reject_the_record() {
        assertThat(rejection("<script>alert(1)</script>\"")).isNull();
        assertThat(rejection("k".repeat(256))).isNull();
        assertThat(rejection("k".repeat(257))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection("")).isEqualTo(Rejection.NO_KEY);
        assertThat(rejection("two\nlines")).isEqualTo(Rejection.MALFORMED);
        assertThat(rejection("\u202Eevil")).isEqualTo(Rejection.MALFORMED);
        assertThat(rejection(new byte[] {(byte) 0xC3, 'k'})).isEqualTo(Rejection.MALFORMED);
    }

    private record Values(List<String> values) implements KeyValues {

        @Override
        public boolean has(int attribute) {
            return !values.get(attribute).equals("absent");
        }

        @Override
        public byte[] bytes(int attribute) {
            return values.get(attribute).getBytes(StandardCharsets.UTF_8);
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

    /** Each attribute has the limits of a key by itself, and values that would look alike when joined stay apart. */
    @Test
    void each_attribute_of_a_key_is_checked_by_itself_and_different_values_have_different_texts() {
        DiscoveredKeys keys = new DiscoveredKeys(Discovered.delta("1e-7"), "count", 1, 1, List.of("a", "b"));
        Plan plan = Discovered.plan(
                Discovered.query(Queries.hourly("q").count().contributions(3).recordsPerCell(1), keys));
        DecodedRecord pairs = new DecodedRecord(plan);
        Set<String> texts = new HashSet<>();
        List<List<String>> several = List.of(
                List.of("x,y", "z"),
                List.of("x", "y,z"),
                List.of("x%2Cy", "z"),
                List.of("ü".repeat(128), "%".repeat(256)));
        for (List<String> values : several) {
            pairs.clear();
            assertThat(pairs.key(0, new Values(values))).isTrue();
            byte[] text = new byte[pairs.key(0)];
            PackedText.unpack(pairs.words(0), 1, text, text.length);
            texts.add(new String(text, StandardCharsets.UTF_8));
            assertThat(keys.named(new String(text, StandardCharsets.UTF_8)).components().stream()
                            .flatMap(Optional::stream))
                    .containsExactlyElementsOf(values);
        }
        assertThat(texts).hasSize(several.size());
        assertThat(rejection(pairs, "x", "")).isEqualTo(Rejection.NO_KEY);
        assertThat(rejection(pairs, "k".repeat(257), "x")).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(pairs, "x", "\u202Eevil")).isEqualTo(Rejection.MALFORMED);
        assertThat(rejection(pairs, "x", "absent")).isNull();
        assertThat(pairs.outcome(0)).isNotNull();
    }

    private static @Nullable Rejection rejection(DecodedRecord pairs, String... values) {
        pairs.clear();
        pairs.key(0, new Values(List.of(values)));
        return pairs.rejection();
    }

    @Test
    void the_text_lies_behind_the_words_of_the_record_and_a_shorter_one_leaves_nothing_of_a_longer_one() {
        for (String key : new String[] {"a long key of some words", "short", "ü"}) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            rejection(bytes);
            decoded.values(0, 1, new BigDecimal[] {BigDecimal.TEN}, 0);
            long[] words = decoded.words(0);
            assertThat(words).hasSize(2 + PackedText.words(bytes.length)).startsWith(1, 10);
            byte[] read = new byte[bytes.length];
            PackedText.unpack(words, 2, read, read.length);
            assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo(key);
            assertThat(decoded.key(0)).isEqualTo(bytes.length);
        }
        decoded.clear();
        assertThat(Arrays.toString(decoded.content().toArray())).doesNotContain("short");
    }
}
