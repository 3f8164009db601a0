package dev.weir.operators.aggregate.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HistogramTest {

    private static Histogram histogram(@Nullable BigDecimal grid, String... edges) {
        List<BigDecimal> decimals =
                java.util.Arrays.stream(edges).map(BigDecimal::new).toList();
        return new Histogram("sizes", BigDecimal.ONE, decimals, grid);
    }

    @ParameterizedTest
    @CsvSource({"-1e30, 0", "0.9999, 0", "1, 1", "1.0, 1", "9.99, 1", "10, 2", "99.99, 2", "100, 3", "1e999999999, 3"})
    void a_bin_begins_at_its_edge(String value, long bin) {
        Histogram histogram = histogram(null, "1", "10", "100");
        long[] words = new long[1];
        histogram.encode(new BigDecimal[] {new BigDecimal(value)}, 0, words, 0);
        assertThat(words[0]).isEqualTo(bin);
        long[] vector = new long[4];
        histogram.vector(words, 0, vector);
        assertThat(vector).containsOnlyOnce(1).contains(0);
        assertThat(vector[(int) bin]).isEqualTo(1);
    }

    @Test
    void with_a_grid_values_are_rounded_before_they_are_compared() {
        Histogram histogram = histogram(new BigDecimal("100"), "1000", "5000");
        long[] words = new long[1];
        histogram.encode(new BigDecimal[] {new BigDecimal("950")}, 0, words, 0);
        assertThat(words[0]).isEqualTo(1);
        histogram.encode(new BigDecimal[] {new BigDecimal("949.9")}, 0, words, 0);
        assertThat(words[0]).isZero();
    }

    /**
     * An edge at 103 is kept: values that round to 100 are below it, even those from 103 up, and those that round to 110 are
     * above it.
     */
    @ParameterizedTest
    @CsvSource({
        "94.9, 0",
        "95, 1",
        "102.9, 1",
        "103, 1",
        "104.9, 1",
        "105, 2",
        "110, 2",
        "114.9, 2",
        "115, 2",
        "115.1, 2"
    })
    void a_grid_rounds_values_and_leaves_edges_where_they_are(String value, long bin) {
        Histogram histogram = histogram(BigDecimal.TEN, "100", "103", "125");
        long[] words = new long[1];
        histogram.encode(new BigDecimal[] {new BigDecimal(value)}, 0, words, 0);
        assertThat(words[0]).isEqualTo(bin);
        assertThat(histogram.edges()).extracting(BigDecimal::toPlainString).containsExactly("100", "103", "125");
    }

    /** -95 counts as -100, which is below an edge at -95; -94.9 counts as -90. */
    @ParameterizedTest
    @CsvSource({"-95, 0", "-94.9, 1", "-5, 1", "-4.9, 1"})
    void values_below_0_are_rounded_half_away_from_it(String value, long bin) {
        long[] words = new long[1];
        histogram(BigDecimal.TEN, "-95", "5").encode(new BigDecimal[] {new BigDecimal(value)}, 0, words, 0);
        assertThat(words[0]).isEqualTo(bin);
    }

    /** A positive edge half-way between two multiples separates exactly: values from the edge up are rounded to above it. */
    @ParameterizedTest
    @CsvSource({"124.9, 2", "125, 3", "129, 3"})
    void a_positive_edge_half_way_between_two_multiples_divides_values_as_without_a_grid(String value, long bin) {
        for (@Nullable BigDecimal grid : new BigDecimal[] {BigDecimal.TEN, null}) {
            long[] words = new long[1];
            histogram(grid, "100", "103", "125").encode(new BigDecimal[] {new BigDecimal(value)}, 0, words, 0);
            assertThat(words[0]).isEqualTo(bin);
        }
    }

    @Test
    void counts_stay_signed() {
        Estimate estimate = histogram(null, "1", "10")
                .estimate(new long[] {12, -1, 7}, new double[] {1.5, 1.5, 1.5}, 0, null)
                .get(0);
        assertThat(estimate.fields().keySet()).containsExactly("edges", "counts", "stddev");
        assertThat(estimate.fields())
                .containsEntry("counts", List.of(BigDecimal.valueOf(12), BigDecimal.valueOf(-1), BigDecimal.valueOf(7)))
                .containsEntry("stddev", 1.5);
    }

    @Test
    void edges_that_do_not_increase_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> histogram(null));
        assertThatIllegalArgumentException().isThrownBy(() -> histogram(null, "1", "1.0"));
        assertThatIllegalArgumentException().isThrownBy(() -> histogram(null, "2", "1"));
    }
}
