package dev.weir.accountant.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.local.NumberResponse.Range;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Interval response with small weights: every draw is tried. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NumberLawTest {

    private static final Range RANGE = new Range(-3, 4);

    static Stream<IntervalResponse> cases() {
        return Stream.of(new Odds(3, 1), new Odds(5, 2))
                .flatMap(odds -> Stream.of(
                        new IntervalResponse(RANGE, 1, 1, odds),
                        new IntervalResponse(RANGE, 2, 1, odds),
                        new IntervalResponse(RANGE, 3, 2, odds),
                        new IntervalResponse(RANGE, 5, 3, odds),
                        new IntervalResponse(RANGE, 7, 1, odds),
                        new IntervalResponse(RANGE, 9, 2, odds)));
    }

    private static Map<String, BigFraction> law(IntervalResponse mechanism, long value) {
        return Law.of(uniform -> mechanism.report(value, uniform));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void no_report_tells_two_values_apart_by_more_than_the_factor(IntervalResponse mechanism) {
        List<Map<String, BigFraction>> laws = LongStream.rangeClosed(-4, 5)
                .mapToObj(value -> law(mechanism, value))
                .toList();
        BigFraction factor = new BigFraction(
                (int) mechanism.odds().heavy(), (int) mechanism.odds().light());
        assertThat(Law.largestQuotient(laws)).isEqualTo(factor);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void values_outside_of_the_range_are_those_at_its_ends(IntervalResponse mechanism) {
        assertThat(law(mechanism, Long.MIN_VALUE)).isEqualTo(law(mechanism, -3));
        assertThat(law(mechanism, Long.MAX_VALUE)).isEqualTo(law(mechanism, 4));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_estimate_of_one_value_is_unbiased_and_as_far_off_as_is_said(IntervalResponse mechanism) {
        for (int value = -3; value <= 4; value++) {
            double mean = 0;
            double square = 0;
            for (Map.Entry<String, BigFraction> report : law(mechanism, value).entrySet()) {
                double estimate = estimate(mechanism, report.getKey());
                mean += report.getValue().doubleValue() * estimate;
                square += report.getValue().doubleValue() * (estimate - value) * (estimate - value);
            }
            assertThat(mean).isCloseTo(value, within(1e-12));
            assertThat(square).isCloseTo(49 * mechanism.variance((value + 3.0) / 7), within(1e-10));
        }
    }

    private static double estimate(IntervalResponse mechanism, String report) {
        return mechanism.value((double) mechanism.output(Law.bytes(report)).orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void the_largest_variance_is_reached_and_never_exceeded(IntervalResponse mechanism) {
        double largest = 0;
        for (int i = 0; i <= 20_000; i++) {
            largest = Math.max(largest, mechanism.variance(i / 20_000.0));
        }
        assertThat(mechanism.worstVariance()).isBetween(largest, largest * (1 + 1e-6));
        assertThat(mechanism.worstDeviation()).isCloseTo(7 * Math.sqrt(largest), within(1e-4));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void one_report_moves_a_sum_from_the_smallest_estimate_to_the_largest(IntervalResponse mechanism) {
        double smallest = mechanism.value(0);
        double largest = mechanism.value(mechanism.levels() + mechanism.width() - 1.0);
        assertThat(mechanism.influence()).isCloseTo(largest - smallest, within(1e-12));
    }

    @Test
    void the_noise_of_a_local_laplace_fits_the_width_of_its_range() {
        LocalLaplace laplace = LocalLaplace.of(RANGE, new BigDecimal("0.7"));
        assertThat(laplace.description()).isEqualTo("local-laplace -3 4 10");
        assertThat(laplace.epsilon()).isBetween(0.7, 0.7 + 1e-12);
        double q = Math.exp(-0.1);
        assertThat(laplace.worstDeviation()).isCloseTo(Math.sqrt(2 * q) / (1 - q), within(1e-12));
    }

    @Test
    void bytes_that_no_draw_makes_are_no_report() {
        IntervalResponse mechanism = new IntervalResponse(RANGE, 5, 1, new Odds(3, 1));
        assertThat(mechanism.output(new byte[] {(byte) 0b101_00000})).hasValue(5);
        assertThat(mechanism.output(new byte[] {(byte) 0b110_00000})).isEmpty();
        assertThat(mechanism.output(new byte[] {(byte) 0b101_00001})).isEmpty();
        assertThat(mechanism.output(new byte[] {(byte) 0b101_00000, 0})).isEmpty();
        assertThat(mechanism.output(new byte[0])).isEmpty();
        assertThat(LocalLaplace.of(RANGE, BigDecimal.ONE).output(new byte[7])).isEmpty();
    }
}
