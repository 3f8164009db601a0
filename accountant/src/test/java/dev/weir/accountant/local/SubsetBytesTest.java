package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Bytes that are no report of the mechanism are not counted, in part neither. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SubsetBytesTest {

    private static boolean counts(CategoryResponse mechanism, int... bytes) {
        byte[] report = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            report[i] = (byte) bytes[i];
        }
        long[] counters = new long[mechanism.counters()];
        boolean isReport = mechanism.count(report, counters);
        assertThat(Arrays.stream(counters).sum() > 0).isEqualTo(isReport);
        return isReport;
    }

    /** Two of 20 options, in five bits each. */
    @Test
    void lists_are_ascending_and_name_options() {
        SubsetResponse pair = new SubsetResponse(20, 2, new Odds(3, 1));
        assertThat(counts(pair, 0b00011_100, 0b11_000000)).isTrue();
        assertThat(counts(pair, 0b10011_000, 0b11_000000)).as("descending").isFalse();
        assertThat(counts(pair, 0b00011_000, 0b11_000000)).as("twice the same").isFalse();
        assertThat(counts(pair, 0b00011_101, 0b00_000000)).as("option 20").isFalse();
        assertThat(counts(pair, 0b00011_100, 0b11_000001))
                .as("filled up by a 1")
                .isFalse();
        assertThat(counts(pair, 0b00011_100)).as("short").isFalse();
        assertThat(counts(pair, 0b00011_100, 0b11_000000, 0)).as("long").isFalse();
    }

    @Test
    void bits_are_as_many_as_the_size() {
        SubsetResponse four = new SubsetResponse(10, 4, new Odds(3, 1));
        assertThat(counts(four, 0b11110000, 0)).isTrue();
        assertThat(counts(four, 0b11110000, 0b10_000000)).isFalse();
        assertThat(counts(four, 0b11100000, 0)).isFalse();
        assertThat(counts(four, 0b11100000, 0b00_100000)).isFalse();
        assertThat(counts(four)).isFalse();
    }

    @Test
    void other_mechanisms_know_their_outputs() {
        HadamardResponse hadamard = new HadamardResponse(10, new Odds(3, 1));
        assertThat(counts(hadamard, 0b1111_0000)).isTrue();
        assertThat(counts(hadamard, 0b1111_1000)).isFalse();
        assertThat(counts(hadamard)).isFalse();
        UnaryResponse unary = UnaryResponse.symmetric(10, BigDecimal.ONE);
        assertThat(counts(unary, 0xff, 0b11_000000)).isTrue();
        assertThat(counts(unary, 0xff, 0b11_100000)).isFalse();
        assertThat(counts(unary, 0xff)).isFalse();
    }
}
