package dev.weir.accountant.local.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NumberSupportTest {

    private static final Range RANGE = new Range(0, 96);

    static Stream<NumberResponse> mechanisms() {
        return Stream.of("0.5", "1", "3", "6")
                .map(BigDecimal::new)
                .flatMap(epsilon -> Stream.of(IntervalResponse.of(RANGE, epsilon), LocalLaplace.of(RANGE, epsilon)));
    }

    /**
     * The mean of 100 000 values, 20 for half of the people and 61 for the others: within 5.5 standard errors, which fails by
     * chance with probability 4e-8 for each of eight mechanisms. Of people who all have 41 it is not the mean of 44.
     */
    @Tag("statistical")
    @ParameterizedTest
    @MethodSource("mechanisms")
    void means_are_as_far_off_as_they_say(NumberResponse mechanism) {
        Randomness randomness = new SeededRandomness(39);
        NumberSupport support = new NumberSupport(mechanism);
        for (int i = 0; i < 100_000; i++) {
            assertThat(support.add(mechanism.report(i % 2 == 0 ? 20 : 61, randomness)))
                    .isTrue();
        }
        Estimate mean = support.mean().orElseThrow();
        assertThat(Math.abs(mean.value() - 40.5)).isLessThan(5.5 * mean.stddev());
        assertThat(Math.abs(mean.value() - 44)).isGreaterThan(mean.stddev());
        double values = 20.5 * 20.5;
        double worst = mechanism.worstDeviation() * mechanism.worstDeviation();
        assertThat(mean.stddev()).isLessThan(Math.sqrt((worst + values) / 100_000) * 1.02);
    }

    /** Outputs 2, 4 and 9, ten times each, have the mean 5 and the sample variance 10 * 26 / 29. */
    @Test
    void errors_are_those_of_the_sample_variance() {
        NumberResponse mechanism = LocalLaplace.of(RANGE, BigDecimal.ONE);
        NumberSupport support = new NumberSupport(mechanism);
        add(support, 10, 2, 4, 9);
        Estimate mean = support.mean().orElseThrow();
        assertThat(mean.value()).isEqualTo(5);
        assertThat(mean.stddev()).isCloseTo(Math.sqrt(26.0 / 3 / 29), within(1e-12));
    }

    /** Sums do not overflow, and do not lose the small difference of large squares. */
    @Test
    void far_outputs_are_added_exactly() {
        NumberResponse mechanism = LocalLaplace.of(RANGE, BigDecimal.ONE);
        NumberSupport support = new NumberSupport(mechanism);
        NumberSupport more = new NumberSupport(mechanism);
        add(support, 15, Long.MAX_VALUE);
        add(more, 15, Long.MAX_VALUE - 2);
        support.add(more);
        assertThat(support.reports()).isEqualTo(30);
        assertThat(support.mean().orElseThrow().stddev()).isCloseTo(Math.sqrt(1.0 / 29), within(1e-15));
    }

    private static void add(NumberSupport support, int times, long... outputs) {
        for (int i = 0; i < times; i++) {
            for (long output : outputs) {
                support.add(ByteBuffer.allocate(8).putLong(output).array());
            }
        }
    }

    /** Equal outputs have no sample variance, and outputs far from each other a larger one than the mechanism's. */
    @Test
    void few_reports_have_at_least_the_error_of_the_mechanism() {
        NumberResponse mechanism = LocalLaplace.of(RANGE, BigDecimal.ONE);
        for (int reports : new int[] {2, 29}) {
            NumberSupport equal = new NumberSupport(mechanism);
            add(equal, reports, 7);
            assertThat(equal.mean().orElseThrow().stddev())
                    .isCloseTo(mechanism.worstDeviation() / Math.sqrt(reports), within(1e-12));
        }
        NumberSupport far = new NumberSupport(mechanism);
        add(far, 1, 0, 2000);
        assertThat(far.mean().orElseThrow().stddev()).isEqualTo(1000);
    }

    @Test
    void without_reports_there_is_no_mean_and_with_one_the_largest_error() {
        NumberResponse mechanism = IntervalResponse.of(RANGE, BigDecimal.ONE);
        NumberSupport support = new NumberSupport(mechanism);
        assertThat(support.mean()).isEmpty();
        assertThat(support.add(new byte[2])).isFalse();
        assertThat(support.mean()).isEmpty();
        support.add(new byte[1]);
        assertThat(support.mean().orElseThrow().stddev()).isEqualTo(mechanism.worstDeviation());
    }

    @Test
    void sums_of_other_mechanisms_are_refused() {
        NumberSupport support = new NumberSupport(LocalLaplace.of(RANGE, BigDecimal.ONE));
        NumberSupport other = new NumberSupport(LocalLaplace.of(RANGE, BigDecimal.TEN));
        assertThatThrownBy(() -> support.add(other)).hasMessageStartingWith("mechanism must be local-laplace 0 96 96");
    }
}
