package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Ratio;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counts how many of 5000 series leave the band at any step. If the band holds with probability 0.95, more than 5 % plus six
 * standard deviations of the binomial distribution leave it less than once in 1e8 runs.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SimultaneousBandTest {

    private static final int SERIES = 5000;
    private static final int STEPS = 288;
    private static final double MOST_LEFT = SERIES * 0.05 + 6 * Math.sqrt(SERIES * 0.05 * 0.95);

    private static final BltNoise GAUSSIAN = new BltNoise(Simulation.DAY, 1, STEPS, Ratio.of(100, 1));

    /** Counts the series that are off by more than {@code factor} half-widths at some step. */
    private static int left(CorrelatedNoise noise, double factor) {
        SimultaneousBand band = SimultaneousBand.of(noise, STEPS, 0.95);
        double[] halfWidths = new double[STEPS + 1];
        Arrays.setAll(halfWidths, t -> t == 0 ? 0 : factor * band.halfWidth(t));
        Randomness randomness = new SeededRandomness(21);
        PreparedSeries series = noise.prepare();
        long[] state = new long[noise.words()];
        int left = 0;
        for (int i = 0; i < SERIES; i++) {
            noise.init(state, 0);
            boolean inside = true;
            for (int t = 1; t <= STEPS; t++) {
                inside &= Math.abs(series.next(state, 0, 0, randomness)) <= halfWidths[t];
            }
            left += inside ? 0 : 1;
        }
        return left;
    }

    /**
     * A running maximum is off by up to the largest error of all totals so far. With trees this can exceed the error of the
     * last total, which may add few nodes.
     */
    @Test
    void the_widest_of_a_band_is_that_of_all_steps_up_to_one() {
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(20, 1));
        RoundedGaussian gaussian = new RoundedGaussian(Ratio.of(400, 1));
        CorrelatedNoise[] noises = {
            GAUSSIAN,
            new KaryTreeNoise(KaryTree.of(STEPS), laplace, STEPS),
            new KaryTreeNoise(KaryTree.of(STEPS, 3), laplace, STEPS),
            new BinaryTreeNoise(BinaryTree.of(STEPS, false), laplace),
            new BinaryTreeNoise(BinaryTree.of(STEPS, true), laplace),
            new BinaryTreeNoise(BinaryTree.of(STEPS, false), gaussian),
            new BinaryTreeNoise(BinaryTree.of(STEPS, true), gaussian)
        };
        for (CorrelatedNoise noise : noises) {
            SimultaneousBand band = SimultaneousBand.of(noise, STEPS, 0.95);
            double widest = 0;
            for (int step = 1; step <= STEPS; step++) {
                widest = Math.max(widest, band.halfWidth(step));
                assertThat(band.widest(step) / widest).as(noise.label() + step).isCloseTo(1, within(1e-9));
            }
        }
        KaryTreeNoise tree = new KaryTreeNoise(KaryTree.of(243, 3), laplace, 243);
        SimultaneousBand band = SimultaneousBand.of(tree, 243, 0.95);
        assertThat(band.widest(243)).isGreaterThan(1.5 * band.halfWidth(243));
    }

    @Test
    @Tag("statistical")
    void the_gaussian_band_holds_95_percent_of_series_and_is_not_much_too_wide() {
        assertThat(left(GAUSSIAN, 1)).isBetween(SERIES / 50, (int) MOST_LEFT);
        assertThat(left(GAUSSIAN, 0.9)).isGreaterThan((int) MOST_LEFT);
    }

    @Test
    @Tag("statistical")
    void the_bands_of_trees_hold_95_percent_of_series() {
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(10, 1));
        assertThat(left(new KaryTreeNoise(KaryTree.of(STEPS), laplace, STEPS), 1))
                .isLessThan((int) MOST_LEFT);
        assertThat(left(new BinaryTreeNoise(BinaryTree.of(STEPS, true), laplace), 1))
                .isLessThan((int) MOST_LEFT);
        RoundedGaussian gaussian = new RoundedGaussian(Ratio.of(100, 1));
        assertThat(left(new BinaryTreeNoise(BinaryTree.of(STEPS, false), gaussian), 1))
                .isLessThan((int) MOST_LEFT);
    }

    /**
     * Three quarters of a band computed from the distribution of the sum are too narrow. A band from a bound on its tails was
     * wider by more than a half.
     */
    @Test
    @Tag("statistical")
    void the_bands_of_trees_with_laplace_noise_are_not_much_too_wide() {
        DiscreteLaplace laplace = new DiscreteLaplace(Ratio.of(10, 1));
        assertThat(left(new KaryTreeNoise(KaryTree.of(STEPS), laplace, STEPS), 0.75))
                .isGreaterThan((int) MOST_LEFT);
        assertThat(left(new BinaryTreeNoise(BinaryTree.of(STEPS, false), laplace), 0.75))
                .isGreaterThan((int) MOST_LEFT);
        assertThat(left(new BinaryTreeNoise(BinaryTree.of(STEPS, false), laplace), 1))
                .isLessThan((int) MOST_LEFT);
    }

    /** Bands for single steps ignore that there are many steps. */
    @Test
    @Tag("statistical")
    void bands_for_one_step_do_not_hold_series() {
        double single = 1.96
                * GAUSSIAN.stddev(STEPS)
                / SimultaneousBand.of(GAUSSIAN, STEPS, 0.95).halfWidth(STEPS);
        assertThat(left(GAUSSIAN, single)).isGreaterThan(SERIES / 2);
    }

    @Test
    void pairs_of_steps_make_bands_narrower_than_independent_steps_would() {
        for (long steps : new long[] {1, 24, 288, 10_000, 1L << 24}) {
            BltNoise noise =
                    new BltNoise(AnytimeDesign.STANDARD.optimize(2), 1, SeriesPrice.LAST_STEP, Ratio.of(900, 1));
            double factor = (SimultaneousBand.of(noise, steps, 0.95).halfWidth(steps) - 0.5) / noise.stddev(steps);
            double independent =
                    new NormalDistribution().inverseCumulativeProbability(0.5 + Math.pow(0.95, 1.0 / steps) / 2);
            assertThat(factor).as("%d steps", steps).isBetween(independent * 0.95, independent * 1.001);
        }
    }

    @Test
    void confidence_out_of_range_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> SimultaneousBand.of(GAUSSIAN, 0, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> SimultaneousBand.of(GAUSSIAN, 10, 1));
    }
}
