package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the parameters that Weir chooses by itself with the best known ones. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AccuracyBarTest {

    private static final double ONE_PERCENT = 1.01;

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
    void a_series_that_ends_at_its_horizon_is_within_one_percent_of_the_optimal_toeplitz(int log2) {
        long steps = 1L << log2;
        PrefixDesign design = new PrefixDesign(steps, 1, 0, Objective.MAX, steps);
        assertThat(PrefixErrors.of(design, design.optimize()) / SquareRootToeplitz.sum(steps))
                .isBetween(1.0, ONE_PERCENT);
    }

    /** At 64 and 128 steps no number of buffers does better, because the bound for the tail alone costs that much. */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
    void a_series_that_may_run_on_is_within_one_percent_from_256_steps_on(int log2) {
        long steps = 1L << log2;
        PrefixDesign design = PrefixDesign.of(steps);
        double bar = log2 < 8 ? 1.012 : ONE_PERCENT;
        assertThat(PrefixErrors.of(design, design.optimize()) / SquareRootToeplitz.sum(steps))
                .isBetween(1.0, bar);
    }

    @Test
    void buffers_are_those_of_the_one_percent_rule() {
        assertThat(PrefixDesign.of(1L << 24).buffers()).isEqualTo(6);
        assertThat(new PrefixDesign(1L << 24, 1, 0, Objective.MAX, 1L << 24).buffers())
                .isEqualTo(6);
        assertThat(new PrefixDesign(1L << 18, 1, 0, Objective.MAX, 1L << 18).buffers())
                .isEqualTo(4);
        assertThat(AnytimeDesign.STANDARD.buffers()).isEqualTo(6);
    }

    /** Tests every step up to 2^14, then forty steps per doubling, up to 2^24. */
    @Test
    void a_series_without_a_horizon_stays_within_1_36_of_the_best_known_horizon() {
        Blt blt = AnytimeDesign.STANDARD.optimize();
        double squared = AnytimeDesign.STANDARD.sensitivitySquared(blt);
        double yardstick = 0;
        double c = 1;
        for (long t = 1; t <= 1L << 24; t = Math.max(t + 1, t < 1L << 14 ? 0 : t + t / 57)) {
            yardstick = t <= 1L << 14 ? yardstick + c * c : SquareRootToeplitz.sum(t);
            c *= (2 * t - 1) / (2.0 * t);
            assertThat(Math.sqrt(squared * blt.variance(t)) / yardstick)
                    .as("step %d", t)
                    .isBetween(1.0, 1.36);
        }
    }

    @ParameterizedTest
    @CsvSource({"24, 2.45", "1440, 4.3"})
    void sliding_windows_meet_their_bars(long panes, double bar) {
        WindowDesign design = new WindowDesign(panes);
        assertThat(design.error(design.optimize())).isLessThan(bar);
    }
}
