package dev.weir.operators.aggregate.moment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Sum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VarianceTest {

    private static Variance variance(long low, long high, String grid) {
        return new Variance("spread", BigDecimal.ONE, new BigDecimal(grid), new Sum.Range(low, high));
    }

    /** Compares with the definition in doubles, for values that are whole multiples of the grid within the clamp. */
    @RepeatedTest(50)
    void exact_coordinates_give_the_variance_of_the_values(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long low = random.nextInt(-300, 300);
        Variance variance = variance(low, low + 1 + random.nextInt(400), "0.25");
        int n = 1 + random.nextInt(40);
        long[] totals = new long[3];
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = add(variance, random, totals);
        }
        double mean = java.util.Arrays.stream(values).average().orElseThrow();
        double expected = java.util.Arrays.stream(values)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow();
        Estimate estimate = variance.estimate(totals, new double[3], 0, null).get(0);
        assertThat(estimate.value().doubleValue()).isCloseTo(expected, within(1e-9));
        assertThat(number(estimate, "mean")).isCloseTo(mean, within(1e-9));
        assertThat(number(estimate, "deviation")).isCloseTo(Math.sqrt(expected), within(1e-7));
        assertThat(number(estimate, "count")).isEqualTo(n);
        assertThat(number(estimate, "sum")).isCloseTo(mean * n, within(1e-7));
    }

    private static double add(Variance variance, SplittableRandom random, long[] totals) {
        long steps = variance.clamp().low() + random.nextLong(Clamping.width(variance.clamp()) + 1);
        BigDecimal value = BigDecimal.valueOf(steps).multiply(variance.grid());
        long[] words = new long[1];
        long[] vector = new long[3];
        variance.encode(new BigDecimal[] {value}, 0, words, 0);
        variance.vector(words, 0, vector);
        long width = Clamping.width(variance.clamp());
        assertThat(vector[0] + vector[1] + vector[2]).isEqualTo(width * width);
        for (int i = 0; i < vector.length; i++) {
            assertThat(vector[i]).isNotNegative();
            totals[i] += vector[i];
        }
        return value.doubleValue();
    }

    private static double number(Estimate estimate, String part) {
        Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(estimate.fields().get(part));
        return ((BigDecimal) Objects.requireNonNull(fields.get("value"))).doubleValue();
    }

    @Test
    void a_full_size_is_the_square_of_the_width_and_wide_clamps_are_refused() {
        assertThat(variance(-5, 5, "1").fullSize(Norm.L1)).isEqualTo(BigInteger.valueOf(100));
        assertThat(variance(-5, 5, "1").fullSize(Norm.SQUARED_L2)).isEqualTo(BigInteger.valueOf(10_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> variance(0, 65_537, "1"))
                .withMessageContaining("1 to 2^16 grid steps wide, was 65537: use a coarser grid");
    }

    /**
     * Returns the standard deviation of a variance that is computed from three numbers: a count, a sum, and a sum of squares
     * of the values' distances from the middle, each with a third of epsilon 1. By the delta method, V = S&#8322; / n -
     * (S&#8321; / n)&sup2;. The sum's noise is for 1/2. That of the squares is for 1/4, or for 1/8 if the squares are moved
     * to the middle of their range.
     *
     * @param moved by how much squares are moved, 0 or 1/8
     */
    private static double ofSplit(double mean, double variance, double moved) {
        double m = mean - 0.5;
        double ofCount = m * m - variance + moved;
        double ofSquares = 0.25 - moved;
        return 3 * Math.sqrt(2) * Math.sqrt(ofSquares * ofSquares + m * m + ofCount * ofCount);
    }

    /** The figures are those of the page on aggregates: for one record, under continuous noise. */
    @Test
    void a_block_is_up_to_1_9_times_closer_than_a_centred_split_and_3_percent_further_off_on_uniform_values() {
        Variance block = variance(0, 1 << 16, "1");
        double unit = Math.pow(1 << 16, 2);
        double noise = Math.sqrt(2) * unit;
        double uniform = block.errors(noise, 1, 0.5, 1.0 / 12).variance() / unit;
        assertThat(uniform).isCloseTo(0.577, within(0.001));
        assertThat(ofSplit(0.5, 1.0 / 12, 0)).isCloseTo(1.118, within(0.001));
        assertThat(ofSplit(0.5, 1.0 / 12, 0.125)).isCloseTo(0.559, within(0.001));
        double least = 2;
        double most = 0;
        for (int i = 0; i <= 200; i++) {
            for (int j = 0; j <= 100; j++) {
                double mean = i / 200.0;
                double spread = mean * (1 - mean) * j / 100;
                double factor = ofSplit(mean, spread, 0.125)
                        * unit
                        / block.errors(noise, 1, mean, spread).variance();
                least = Math.min(least, factor);
                most = Math.max(most, factor);
            }
        }
        assertThat(ofSplit(0.5, 1.0 / 12, 0.125) / uniform).isCloseTo(0.97, within(0.005));
        assertThat(least).isCloseTo(0.90, within(0.005));
        assertThat(most).isCloseTo(1.91, within(0.005));
    }

    /** No variance of values in [0, 250] is above 15 625, so no estimate within this range has a larger error. */
    @Test
    void errors_are_at_most_what_the_clamp_admits() {
        double[] stddevs = {1e9, 1e9, 1e9};
        Estimate estimate = variance(0, 250, "1")
                .estimate(new long[] {30_000, 40_000, 20_000}, stddevs, 0, null)
                .get(0);
        assertThat(variance(0, 250, "1")
                        .errors(new long[] {30_000, 40_000, 20_000}, 0, 1e9)
                        .variance())
                .isGreaterThan(1e8);
        assertThat(estimate.stddev()).isEqualTo(15_625);
        assertThat(stddev(estimate, "deviation")).isEqualTo(125);
        assertThat(stddev(estimate, "mean")).isEqualTo(250);
        assertThat(stddev(estimate, "sum")).isGreaterThan(1e6);
        Map<?, ?> evenly = (Map<?, ?>) Objects.requireNonNull(variance(0, 250, "1")
                .accuracy(new DiscreteLaplace(Ratio.of(1_000_000_000, 1)))
                .get(0)
                .more()
                .get("of-100-records"));
        assertThat(evenly.get("stddev")).isEqualTo(15_625.0);
    }

    private static double stddev(Estimate estimate, String part) {
        Map<?, ?> fields = (Map<?, ?>) Objects.requireNonNull(estimate.fields().get(part));
        return (double) Objects.requireNonNull(fields.get("stddev"));
    }

    @Test
    void where_the_variance_is_nothing_its_root_is_off_by_half_the_clamp_at_most() {
        double[] stddevs = {100, 100, 100};
        Estimate estimate = variance(0, 10, "1")
                .estimate(new long[] {0, 0, 10_000}, stddevs, 0, null)
                .get(0);
        assertThat(estimate.fields()).containsEntry("deviation", Estimate.number(BigDecimal.ZERO, Estimate.printed(5)));
    }
}
