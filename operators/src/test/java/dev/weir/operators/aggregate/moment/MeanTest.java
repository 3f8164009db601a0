package dev.weir.operators.aggregate.moment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MeanTest {

    private static Mean mean(long low, long high, String grid) {
        BigDecimal step = new BigDecimal(grid);
        return new Mean("avg", BigDecimal.ONE, step, new Sum.Range(low, high));
    }

    private static Estimate exact(Mean mean, long... coordinates) {
        return mean.estimate(coordinates, new double[2], 0, null).get(0);
    }

    /** If values were clamped first, 10.6 would become 11 steps although the bounds are 10 apart, and cost 12. */
    @Test
    void a_value_is_rounded_and_then_clamped_in_steps() {
        Sum.Range clamp = new Sum.Range(0, Sum.toSteps(new BigDecimal("10.4"), BigDecimal.ONE));
        Mean mean = new Mean("avg", BigDecimal.ONE, BigDecimal.ONE, clamp);
        long[] words = new long[1];
        long[] vector = new long[2];
        for (String value : List.of("10.6", "-3", "1e30", "4.5")) {
            mean.encode(new BigDecimal[] {new BigDecimal(value)}, 0, words, 0);
            mean.vector(words, 0, vector);
            assertThat(vector[0]).isBetween(0L, 10L);
            assertThat(vector[0] + vector[1]).isEqualTo(10);
        }
        assertThat(vector).containsExactly(5, 5);
        assertThat(mean.fullSize(Norm.L1)).isEqualTo(BigInteger.TEN);
        assertThat(mean.fullSize(Norm.SQUARED_L2)).isEqualTo(BigInteger.valueOf(100));
    }

    /**
     * The faulty variant: a value of 10.6 stays within a clamp of [0, 10.6], then becomes 11 steps, and its coordinates are
     * 11 and -1.
     */
    @Test
    void a_value_that_is_clamped_before_it_is_rounded_costs_more_than_is_charged() {
        BigDecimal high = new BigDecimal("10.6");
        Sum.Range clamp = new Sum.Range(0, 10);
        Mean mean = new Mean("avg", BigDecimal.ONE, BigDecimal.ONE, clamp);
        long[] twin = {Sum.toSteps(new BigDecimal("12").min(high), BigDecimal.ONE)};
        long[] right = new long[1];
        mean.encode(new BigDecimal[] {new BigDecimal("12")}, 0, right, 0);
        assertThat(size(mean, twin))
                .isEqualTo(12)
                .isGreaterThan(mean.fullSize(Norm.L1).longValueExact());
        assertThat(size(mean, right)).isEqualTo(10);
    }

    private static long size(Mean mean, long[] words) {
        long[] vector = new long[2];
        mean.vector(words, 0, vector);
        return Math.abs(vector[0]) + Math.abs(vector[1]);
    }

    @Test
    void exact_coordinates_give_count_and_sum_exactly() {
        Mean mean = mean(-20, 80, "0.5");
        Estimate estimate = exact(mean, 20 + 13 + 15, 80 + 87 + 85);
        assertThat(estimate.value()).isEqualByComparingTo("-2");
        assertThat(estimate.fields()).containsEntry("count", Estimate.number(new BigDecimal("3"), 0.0));
        assertThat(estimate.fields()).containsEntry("sum", Estimate.number(new BigDecimal("-6"), 0.0));
        assertThat(exact(mean(0, 10, "1"), 5, 25).value()).isEqualByComparingTo("1.66666666666667");
    }

    @Test
    void a_cell_without_records_has_the_lower_bound_and_no_division_by_zero() {
        Estimate estimate = exact(mean(20, 60, "10"), 0, 0);
        assertThat(estimate.value()).isEqualByComparingTo("200");
        assertThat(estimate.fields()).containsEntry("count", Estimate.number(BigDecimal.ZERO, 0.0));
    }

    /**
     * The 95 % point of one Laplace variable is ln 20 times its scale. That of (Z1 - Z2) / 2 is the root of (1 + t) e^(-2 t)
     * = 0.05.
     */
    @Test
    void the_points_of_weighted_differences_of_laplace_noise_are_those_of_their_tail() {
        Fieller laplace = new Fieller(new DiscreteLaplace(Ratio.of(7, 1)));
        assertThat(laplace.quantile(0)).isCloseTo(7 * Math.log(20), within(1e-12));
        for (double m : new double[] {0.1, 0.3, 0.49, 0.5, 0.7, 0.95}) {
            double a = Math.max(m, 1 - m);
            double b = Math.min(m, 1 - m);
            double t = laplace.quantile(m) / 7;
            double tail = a - b < 1e-6
                    ? (1 + t / (2 * a)) * Math.exp(-t / a)
                    : (a * a * Math.exp(-t / a) - b * b * Math.exp(-t / b)) / (a * a - b * b);
            assertThat(tail).isCloseTo(0.05, within(1e-8));
        }
    }

    /**
     * Between 94.0 % and 96.0 % of 20 000 intervals per case must cover the mean. The true coverage is 95.0 +- 0.2 % at
     * scales of 20 steps and more within the clamp; at the clamp's ends, where one side cannot fail, it is 97.5 %. So each
     * case fails by chance with probability below 1e-6 (4.9 standard deviations of 0.154 %).
     */
    @Test
    void intervals_cover_the_mean_nineteen_times_in_twenty() {
        Random random = new Random(5);
        for (AdditiveNoise noise :
                List.of(new DiscreteLaplace(Ratio.of(100, 1)), new RoundedGaussian(Ratio.of(10_000, 1)))) {
            for (long[] truth : new long[][] {{3000, 7000}, {8000, 1000}, {2500, 2500}}) {
                assertThat(coverage(noise, truth, random)).isBetween(0.940, 0.960);
            }
        }
    }

    private static double coverage(AdditiveNoise noise, long[] truth, Random random) {
        double mean = (double) truth[0] / (truth[0] + truth[1]);
        Fieller fieller = new Fieller(noise);
        int runs = 20_000;
        int covered = 0;
        for (int i = 0; i < runs; i++) {
            double[] ends = fieller.interval(truth[0] + draw(noise, random), truth[1] + draw(noise, random));
            covered += ends[0] <= mean && mean <= ends[1] ? 1 : 0;
        }
        return (double) covered / runs;
    }

    /** Draws rounded continuous noise in doubles, which is accurate enough for a test of coverage. */
    private static double draw(AdditiveNoise noise, Random random) {
        double z = noise.norm() == Norm.L1
                ? Math.log(1 - random.nextDouble()) * (random.nextBoolean() ? 1 : -1)
                : random.nextGaussian();
        return Math.rint(noise.scale() * z);
    }

    @Test
    void a_mean_says_its_interval_its_count_and_its_sum() {
        AdditiveNoise noise = new DiscreteLaplace(Ratio.of(100, 1));
        double[] stddevs = {noise.stddev(), noise.stddev()};
        Map<String, ?> fields = mean(0, 100, "1")
                .estimate(new long[] {41_270, 58_730}, stddevs, 0, noise)
                .get(0)
                .fields();
        assertThat(fields.keySet()).containsExactly("value", "stddev", "interval", "count", "sum");
        List<?> ends = (List<?>) Objects.requireNonNull(fields.get("interval"));
        double low = ((BigDecimal) ends.get(0)).doubleValue();
        double high = ((BigDecimal) ends.get(1)).doubleValue();
        Fieller fieller = new Fieller(noise);
        assertThat(41_270 - low * 1000).isCloseTo(fieller.quantile(low / 100), within(1e-6));
        assertThat(high * 1000 - 41_270).isCloseTo(fieller.quantile(high / 100), within(1e-6));
    }

    @Test
    void a_clamp_without_room_or_with_too_many_steps_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mean(5, 5, "1"))
                .withMessageStartingWith("clamp must be 1 to 2^40 grid steps wide, was 0");
        assertThatIllegalArgumentException().isThrownBy(() -> mean(0, (1L << 40) + 1, "1"));
        assertThatIllegalArgumentException().isThrownBy(() -> mean(0, 5, "0"));
    }
}
