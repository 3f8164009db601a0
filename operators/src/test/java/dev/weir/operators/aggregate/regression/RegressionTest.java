package dev.weir.operators.aggregate.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RegressionTest {

    private static final Regression SPEND = new Regression(
            "spend",
            BigDecimal.ONE,
            new RecordVector(
                    List.of(
                            Feature.CONSTANT,
                            ProductsTest.ranged("lines", "0", "64"),
                            new Feature.Named("british", "United Kingdom")),
                    BigDecimal.valueOf(2),
                    ProductsTest.ranged("value", "0", "1024")));

    private static long[] totals(int records, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] totals = new long[SPEND.coordinates()];
        long[] products = new long[totals.length];
        long[] words = new long[SPEND.words()];
        for (int i = 0; i < records; i++) {
            int lines = random.nextInt(65);
            int british = random.nextInt(2);
            BigDecimal value = BigDecimal.valueOf(40 + 8L * lines + 100L * british);
            SPEND.encode(
                    new BigDecimal[] {BigDecimal.valueOf(lines), BigDecimal.valueOf(british - 1), value}, 0, words, 0);
            SPEND.vector(words, 0, products);
            for (int j = 0; j < totals.length; j++) {
                totals[j] += products[j];
            }
        }
        return totals;
    }

    private static double number(Estimate estimate, String field, String name) {
        Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(estimate.fields().get(field));
        return ((Number) Objects.requireNonNull(fields.get(name))).doubleValue();
    }

    /** All values are whole multiples of steps, so that nothing is rounded. */
    @Test
    void exact_moments_of_values_on_a_plane_give_the_plane_in_value_units() {
        Estimate exact = SPEND.estimate(totals(500, 1), new double[SPEND.measured()], 0, null)
                .get(0);
        assertThat(number(exact, "coefficients", "constant")).isCloseTo(40, within(1e-6));
        assertThat(number(exact, "coefficients", "lines")).isCloseTo(8, within(1e-8));
        assertThat(number(exact, "coefficients", "british")).isCloseTo(100, within(1e-6));
        assertThat(exact.fields()).containsEntry("ridge", 0.0);
        assertThat(number(exact, "stddev", "lines")).isZero();
    }

    @Test
    void a_model_that_the_records_leave_open_has_no_numbers() {
        for (int records : new int[] {0, 1, 2}) {
            Estimate exact = SPEND.estimate(totals(records, 2), new double[SPEND.measured()], 0, null)
                    .get(0);
            assertThat((Map<?, ?>) exact.fields().get("coefficients"))
                    .isNotNull()
                    .allSatisfy((name, value) -> assertThat(value).isNull());
            assertThat((Map<?, ?>) exact.fields().get("stddev")).hasSize(3);
        }
    }

    /**
     * In 3 000 draws of noise through the mechanism, the deviation of each coefficient must agree with the mean released one,
     * within 6 of its own standard deviations, 1 / sqrt(2 * 3 000), plus 5 % for effects that are not of first order. This
     * fails by chance at most once in 1e8 runs.
     */
    @Test
    @Tag("statistical")
    void the_released_deviations_are_those_of_the_noise() {
        long[] totals = totals(20_000, 3);
        AdditiveNoise noise = new RoundedGaussian(Ratio.of(1L << 50, 1));
        Randomness randomness = new SplittableRandom(41)::nextLong;
        PreparedMechanism draw = SPEND.prepare(noise);
        double[] stddevs = SPEND.noiseFactors().stream()
                .mapToDouble(factor -> noise.times(factor).stddev())
                .toArray();
        int draws = 3_000;
        for (String name : List.of("constant", "lines", "british")) {
            double[] sums = new double[3];
            for (int i = 0; i < draws; i++) {
                long[] released = new long[SPEND.measured()];
                draw.release(totals, 0, released, 0, randomness);
                Estimate estimate = SPEND.estimate(released, stddevs, 0, noise).get(0);
                double value = number(estimate, "coefficients", name);
                sums[0] += value / draws;
                sums[1] += value * value / draws;
                sums[2] += number(estimate, "stddev", name) / draws;
            }
            double deviation = Math.sqrt(sums[1] - sums[0] * sums[0]);
            assertThat(deviation / sums[2]).as(name).isCloseTo(1, within(0.05 + 6 / Math.sqrt(2.0 * draws)));
        }
    }
}
