package dev.weir.calculator.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.compose.NoiseEvent;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CalibrationGoldenTest {

    private static final double FORMULA = 1e-9;
    private static final double CERTIFIED = 2e-5;

    private static Stream<Golden.Row> rows(String kind) {
        return Golden.rows("calibration.csv").filter(row -> row.text("kind").equals(kind));
    }

    static Stream<Golden.Row> gaussianSingles() {
        return rows("gaussian_single");
    }

    static Stream<Golden.Row> gaussianCompositions() {
        return rows("gaussian_kfold");
    }

    static Stream<Golden.Row> laplaceSingles() {
        return rows("laplace_single");
    }

    static Stream<Golden.Row> laplaceCompositions() {
        return rows("laplace_kfold");
    }

    static Stream<Golden.Row> discreteSingles() {
        return rows("discrete_gaussian_single");
    }

    static Stream<Golden.Row> subsampled() {
        return rows("subsampled_gaussian_kfold");
    }

    @ParameterizedTest
    @MethodSource("gaussianSingles")
    void gaussian_noise_for_one_release(Golden.Row row) {
        assertSmallest(GaussianNoise.sigma(target(row), row.number("l2_sensitivity"), 1), row, FORMULA);
    }

    @ParameterizedTest
    @MethodSource("gaussianCompositions")
    void gaussian_noise_for_many_releases(Golden.Row row) {
        assertSmallest(GaussianNoise.sigma(target(row), row.number("l2_sensitivity"), count(row)), row, FORMULA);
    }

    @ParameterizedTest
    @MethodSource("laplaceSingles")
    void laplace_noise_for_one_release(Golden.Row row) {
        assertSmallest(LaplaceNoise.scale(target(row), row.number("l1_sensitivity")), row, FORMULA);
    }

    @ParameterizedTest
    @MethodSource("laplaceCompositions")
    void laplace_noise_for_many_releases(Golden.Row row) {
        assertSmallest(LaplaceNoise.scale(target(row), row.number("l1_sensitivity"), count(row)), row, CERTIFIED);
    }

    @ParameterizedTest
    @MethodSource("discreteSingles")
    void discrete_gaussian_noise_at_the_last_crossing_from_above(Golden.Row row) {
        double sigma = DiscreteGaussianNoise.sigma(target(row));
        assertSmallest(sigma, row, FORMULA);
        assertThat(ComposedLoss.of(new NoiseEvent.DiscreteGaussian(sigma)).certifiedEpsilon(row.number("delta")))
                .isLessThanOrEqualTo(row.number("epsilon") * (1 + 1e-9));
    }

    @ParameterizedTest
    @MethodSource("subsampled")
    void gaussian_noise_on_poisson_samples(Golden.Row row) {
        double multiplier = SubsampledGaussianNoise.multiplier(target(row), row.number("sampling_prob"), count(row));
        assertSmallest(multiplier, row, CERTIFIED);
    }

    private static void assertSmallest(double noise, Golden.Row row, double above) {
        assertThat(noise).isBetween(row.number("value") * (1 - 1e-9), row.number("value") * (1 + above));
    }

    private static Target target(Golden.Row row) {
        return new Target(row.number("epsilon"), row.number("delta"));
    }

    private static long count(Golden.Row row) {
        return Long.parseLong(row.text("composition_count"));
    }
}
