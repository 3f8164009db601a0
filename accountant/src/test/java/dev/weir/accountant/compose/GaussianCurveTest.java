package dev.weir.accountant.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.convert.GaussianCurve;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GaussianCurveTest {

    private static final Percentage FORMULA = Percentage.withPercentage(1e-7);

    static Stream<Golden.Row> singles() {
        return Golden.rows("calibration.csv").filter(row -> row.text("kind").equals("gaussian_single"));
    }

    static Stream<Golden.Row> gaussianConversions() {
        return Golden.rows("conversions.csv").filter(row -> row.has("epsilon_exact_if_gaussian"));
    }

    @ParameterizedTest
    @MethodSource("singles")
    void the_smallest_noise_is_that_of_balle_and_wang(Golden.Row row) {
        double mu = GaussianCurve.mu(row.number("epsilon"), row.number("delta"));
        assertThat(row.number("l2_sensitivity") / mu)
                .isCloseTo(row.number("value"), FORMULA)
                .isGreaterThanOrEqualTo(row.number("value") * (1 - 1e-14));
    }

    @ParameterizedTest
    @MethodSource("gaussianConversions")
    void epsilon_is_that_of_forty_digits(Golden.Row row) {
        double exact = row.number("epsilon_exact_if_gaussian");
        assertThat(GaussianCurve.epsilon(Math.sqrt(2 * row.number("rho")), row.number("delta")))
                .isCloseTo(exact, FORMULA)
                .isGreaterThanOrEqualTo(exact * (1 - 1e-14));
    }

    // The values are from mpmath at 60 digits: log(ncdf(m/2 - e/m) - exp(e) * ncdf(-m/2 - e/m)).
    @ParameterizedTest
    @CsvSource({
        "1.0, 0.0, -0.95991633369562231933",
        "1.0, 5.0, -14.361320786606815797",
        "1.0, 30.0, -442.84937808230363541",
        "0.001, 0.03, -464.6174091643044483",
        "1e-06, 3e-05, -471.5401493185624666",
        "1e-06, 0.0, -14.734449091168988558",
        "0.2, 3.0, -118.96256547643812517",
        "0.3, 0.01, -2.1639060053971689229",
        "10.0, 1.0, -9.4082066243329801684e-7",
        "40.0, 100.0, -1.2742137299801445106e-68",
        "3.0, 90.0, -412.74855765105316174",
        "0.05, 2.0, -810.29461274124732249",
        "100.0, 50.0, -1.3734495645797224083e-534",
        "0.25, 6.5, -343.58363070519083103",
        "0.2500001, 9.0, -652.98186028271252851",
        "5.0, 12.0, -0.77254009613189441547",
        "70.0, 2000.0, -7.1066269239967200438e-11"
    })
    void far_tails_keep_their_relative_accuracy(double mu, double epsilon, double logDelta) {
        assertThat(GaussianCurve.logDelta(epsilon, mu)).isCloseTo(logDelta, within(1e-12 * Math.max(1, -logDelta)));
    }

    @RepeatedTest(200)
    void the_returned_mu_is_private_and_little_more_would_not_be(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        double epsilon = Math.exp(random.nextDouble(-9, 5));
        double delta = Math.exp(random.nextDouble(-600, -0.1));
        double mu = GaussianCurve.mu(epsilon, delta);
        assertThat(GaussianCurve.delta(epsilon, mu)).isLessThanOrEqualTo(delta * (1 + 1e-12));
        assertThat(GaussianCurve.logDelta(epsilon, mu * (1 + 1e-9))).isGreaterThan(Math.log(delta));
        assertThat(GaussianCurve.epsilon(mu, delta)).isCloseTo(epsilon, Percentage.withPercentage(1e-7));
    }

    @Test
    void where_delta_alone_suffices_epsilon_is_zero() {
        assertThat(GaussianCurve.epsilon(0.1, 0.5)).isZero();
        assertThat(GaussianCurve.epsilon(0, 1e-300)).isZero();
        assertThat(GaussianCurve.delta(1, 0)).isZero();
    }

    @Test
    void extreme_arguments_stay_numbers() {
        assertThat(GaussianCurve.delta(1, 1e-300)).isLessThan(1e-300);
        assertThat(GaussianCurve.delta(0, 1e300)).isEqualTo(1);
        assertThat(GaussianCurve.delta(1e300, 1e-300)).isLessThan(1e-300);
        assertThat(GaussianCurve.mu(0, 1e-300)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, -1})
    void what_is_no_parameter_is_refused(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GaussianCurve.delta(value, 1))
                .withMessage("epsilon must be >= 0 and finite, was " + value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GaussianCurve.mu(1, value))
                .withMessage("delta must be above 0 and below 1, was " + value);
    }

    /** To first order, the total variation of normal distributions mu apart is mu / sqrt(2 pi), and no delta may be below it. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-300, 3e-299, 1e-200, 1e-150, 7e-100, 1e-30})
    void a_tiny_delta_is_rounded_up_as_a_large_one_is(double mu) {
        double truth = mu * 0.3989422804014327;
        assertThat(GaussianCurve.delta(0, mu)).isBetween(Math.nextUp(truth), truth * (1 + 1e-11));
    }
}
