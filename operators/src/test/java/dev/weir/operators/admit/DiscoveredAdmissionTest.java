package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
