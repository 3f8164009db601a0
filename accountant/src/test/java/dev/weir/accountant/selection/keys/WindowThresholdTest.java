package dev.weir.accountant.selection.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.compose.Golden.Row;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WindowThresholdTest {

    private static final Delta DELTA = Delta.atMost(new BigDecimal("1e-7"));

    static Stream<Row> rows() {
        return Golden.read("/golden/keys/window_thresholds.csv");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void thresholds_and_numbers_of_units_are_those_of_the_reference(Row row) {
        WindowThreshold threshold = KeysGolden.threshold(row);
        assertThat(threshold.threshold()).isEqualTo(KeysGolden.whole(row, "threshold"));
        assertThat(threshold.unitsFor(0.5)).isEqualTo(KeysGolden.whole(row, "units50"));
        assertThat(threshold.unitsFor(0.95)).isEqualTo(KeysGolden.whole(row, "units95"));
        near(threshold.exact(), row, "threshold_exact");
        near(threshold.loneProbability(), row, "lone_probability");
        near(threshold.keepProbability(threshold.unitsFor(0.95)), row, "keep_at_units95");
    }

    private static void near(double actual, Row row, String column) {
        assertThat(actual).as("%s of %s", column, row).isCloseTo(row.number(column), within(1e-9 * row.number(column)));
    }

    /** One less would cost a lone unit more than its touch is given; where the statistic itself is the threshold nothing is less. */
    @ParameterizedTest
    @MethodSource("rows")
    void no_smaller_whole_threshold_is_paid_for(Row row) {
        WindowThreshold threshold = KeysGolden.threshold(row);
        double delta = row.number("delta_of_a_touch");
        LoneKey lone = threshold.lone();
        assertThat(threshold.loneProbability()).isLessThanOrEqualTo(delta);
        // the probability that p M + 1 reaches t is that with which p M reaches t - 1
        assertThat(oneHigher(threshold, lone)).isGreaterThan(delta);
    }

    private static double oneHigher(WindowThreshold threshold, LoneKey lone) {
        return threshold.keepProbability(lone.largest() + 1);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void no_smaller_number_of_units_has_the_chance(Row row) {
        WindowThreshold threshold = KeysGolden.threshold(row);
        for (double chance : new double[] {0.5, 0.95}) {
            long units = threshold.unitsFor(chance);
            assertThat(threshold.keepProbability(units)).isGreaterThanOrEqualTo(chance - 1e-9);
            assertThat(threshold.keepProbability(units - 1)).isLessThan(chance);
        }
    }

    @Test
    void a_key_of_too_few_units_is_not_announced_whatever_its_noise() {
        LoneKey lone = new LoneKey(5, 1);
        WindowThreshold threshold = WindowThreshold.of(new RoundedGaussian(Ratio.of(9, 1)), lone, DELTA);
        assertThat(threshold.announces(4, Long.MAX_VALUE)).isFalse();
        assertThat(threshold.announces(5, threshold.threshold())).isTrue();
        assertThat(threshold.announces(5, threshold.threshold() - 1)).isFalse();
        assertThat(threshold.keepProbability(4)).isZero();
    }

    /** A threshold exceeds p M by the same whole number whatever p M is, also where their sum has more digits than a double. */
    @Test
    void large_numbers_of_units_lose_no_part_of_a_threshold() {
        LoneKey large = new LoneKey(999_999_999_999L, 999_983);
        for (AdditiveNoise noise : List.of(new RoundedGaussian(Ratio.of(9, 1)), new DiscreteLaplace(Ratio.of(3, 1)))) {
            long beyond = WindowThreshold.of(noise, new LoneKey(1, 1), DELTA).threshold() - 1;
            WindowThreshold threshold = WindowThreshold.of(noise, large, DELTA);
            assertThat(threshold.threshold() - large.largest()).isEqualTo(beyond);
            assertThat(threshold.loneProbability()).isLessThanOrEqualTo(1e-7);
        }
    }

    @Test
    void what_cannot_be_paid_or_drawn_is_refused() {
        LoneKey lone = new LoneKey(1, 1);
        Delta small = Delta.atMost(new BigDecimal("9.9e-23"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WindowThreshold.of(new RoundedGaussian(Ratio.ONE), lone, small))
                .withMessageStartingWith("delta of an examination must be at least 1e-22");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WindowThreshold.of(AdditiveNoise.lawOfErrors(Norm.L1, 3), lone, DELTA))
                .withMessageStartingWith("noise must be noise that is drawn");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoneKey(0, 1))
                .withMessage("preThreshold must be between 1 and 10^12, was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoneKey(1, 0))
                .withMessage("most must be between 1 and 10^6, was 0");
    }
}
