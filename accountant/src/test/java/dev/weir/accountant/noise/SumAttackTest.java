package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Attacks A4: inferring the input from rounding, order, special values and overflow of a sum (Casacuberta et al. 2022).
 *
 * <p>The stream is 2^20 + 1 records of 1, then 2^20 records of just under -2^-33. In doubles, one record and the order decide
 * whether the large records round the small ones away. epsilon is 20 000, and 60 releases of each input are averaged. The
 * difference of two means has standard error 1.3e-5, and exceeds 7e-5 once in 1e7 runs.
 */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SumAttackTest {

    private static final int RELEASES = 60;
    private static final int EACH = 1 << 20;
    private static final double MARGIN = 7e-5;
    private static final double SMALL = -(0x1p-33 - 0x1p-60);

    private final Randomness randomness = new SeededRandomness(11);
    private final NoisySum lattice = NoisySum.laplace(1, Ratio.of(20_000, 1));
    private final NoisySum textbook = NoisySum.textbook(1, 20_000);

    @Test
    void a4a_one_record_moves_the_mean_by_no_more_than_the_sensitivity() {
        assertThat(moved(lattice)).isLessThan(1 + MARGIN);
    }

    @Test
    void a4a_catches_the_textbook() {
        assertThat(moved(textbook)).isGreaterThan(1 + MARGIN);
    }

    @Test
    void a4c_the_order_of_records_does_not_move_the_mean() {
        assertThat(movedByOrder(lattice)).isLessThan(MARGIN);
    }

    @Test
    void a4c_catches_the_textbook() {
        assertThat(movedByOrder(textbook)).isGreaterThan(MARGIN);
    }

    /** Admission refuses values that are not numbers. If one passed, it must not have more effect here than any other record. */
    @Test
    void a4d_special_values_give_finite_outputs_next_to_the_plain_one() {
        assertThat(special()).allMatch(x -> Math.abs(mean(lattice, new double[] {0.5, x}) - 0.5) < 1.1);
    }

    @Test
    void a4d_catches_the_textbook() {
        assertThat(special()).anyMatch(x -> !Double.isFinite(mean(textbook, new double[] {0.5, x})));
    }

    @Test
    void a4e_a_count_at_the_end_of_long_does_not_change_its_sign() {
        Sampler sampler = Samplers.discreteLaplace(Ratio.of(10, 1));
        assertThat(signChanges(exact -> sampler.addTo(exact, randomness))).isZero();
    }

    @Test
    void a4e_catches_addition_that_wraps() {
        Sampler sampler = Samplers.discreteLaplace(Ratio.of(10, 1));
        assertThat(signChanges(exact -> exact + sampler.addTo(0, randomness))).isPositive();
    }

    private double moved(NoisySum sum) {
        double[] records = records();
        double with = mean(sum, records);
        records[0] = 0;
        return Math.abs(with - mean(sum, records));
    }

    private double movedByOrder(NoisySum sum) {
        double[] records = records();
        double[] reversed = new double[records.length];
        Arrays.setAll(reversed, i -> records[records.length - 1 - i]);
        return Math.abs(mean(sum, records) - mean(sum, reversed));
    }

    private static double[] records() {
        double[] records = new double[2 * EACH + 1];
        Arrays.fill(records, 0, EACH + 1, 1);
        Arrays.fill(records, EACH + 1, records.length, SMALL);
        return records;
    }

    private double mean(NoisySum sum, double[] records) {
        return DoubleStream.generate(sum.releases(records, randomness))
                .limit(RELEASES)
                .average()
                .orElseThrow();
    }

    private static DoubleStream special() {
        return DoubleStream.of(
                Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0, Double.MIN_VALUE, 1e308);
    }

    private static long signChanges(LongUnaryOperator release) {
        long changes = 0;
        for (int i = 0; i < 1000; i++) {
            changes += release.applyAsLong(Long.MAX_VALUE) < 0 ? 1 : 0;
        }
        return changes;
    }
}
