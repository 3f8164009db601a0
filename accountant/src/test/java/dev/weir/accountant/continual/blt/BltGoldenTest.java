package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.ContinualGolden;
import dev.weir.accountant.continual.ContinualGolden.Row;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BltGoldenTest {

    private static final double EXACT = 1e-9;

    static Stream<Row> parameters() {
        return ContinualGolden.rows("blt_parameters");
    }

    static Stream<Row> unbounded() {
        return ContinualGolden.rows("unbounded_blt_parameters");
    }

    static Stream<Row> windows() {
        return ContinualGolden.rows("window_blt_parameters");
    }

    static Stream<Row> vectors() {
        return ContinualGolden.rows("vectors_blt");
    }

    private static Blt blt(Row row) {
        return Blt.of(row.numbers("one_minus_theta"), row.numbers("omega"));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void sensitivities_and_errors_of_given_parameters_agree_with_the_reference(Row row) {
        Blt blt = blt(row);
        long n = row.whole("n");
        double sensitivity = Math.sqrt(blt.sensitivitySquared(n));
        row.check("l2_sens", sensitivity, EXACT);
        row.check("l2_sens_infinite_horizon", Math.sqrt(blt.sensitivitySquared(PrefixDesign.UNLIMITED)), EXACT);
        row.check("max_std", sensitivity * Math.sqrt(blt.variance(n)), EXACT);
        row.check("rms_std", sensitivity * Math.sqrt(blt.meanVariance(n)), EXACT);
        // where theta is close to 1, the file has lost digits of 1 - theta_1 and theta, hence the tolerance is relative
        // to the decays
        check(blt.etaHat(), row.numbers("one_minus_theta_hat"), 1e-7);
        check(blt.beta(), row.numbers("beta0_beta"), 1e-7);
    }

    @ParameterizedTest
    @MethodSource("unbounded")
    void the_sensitivity_of_an_unlimited_series_agrees_with_the_reference(Row row) {
        double sensitivity = Math.sqrt(new Gram(blt(row), PrefixDesign.UNLIMITED).at(0));
        row.check("l2_sens_infinite_horizon", sensitivity, EXACT);
    }

    @ParameterizedTest
    @MethodSource("windows")
    void window_errors_of_given_parameters_agree_with_the_reference(Row row) {
        row.check("std", new WindowDesign(row.whole("w")).error(blt(row)), EXACT);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void coefficients_noise_and_separated_sensitivities_agree_with_the_vectors(Row row) {
        Blt blt = blt(row);
        long n = row.whole("n");
        check(first(9, blt::coefficient), row.numbers("c_first9"), EXACT);
        check(first(9, blt::noiseCoefficient), row.numbers("b_first9"), EXACT);
        double[] z = row.numbers("z");
        check(first(z.length, t -> convolution(blt, z, (int) t)), row.numbers("prefix_noise"), EXACT);
        row.check("k=2;b=1", Math.sqrt(SeparatedColumns.squaredSensitivity(blt, n, 2, 1)), EXACT);
        row.check("k=4;b=1", Math.sqrt(SeparatedColumns.squaredSensitivity(blt, n, 4, 1)), EXACT);
        row.check("k=4;b=16", Math.sqrt(SeparatedColumns.squaredSensitivity(blt, n, 4, 16)), EXACT);
        row.check("k=8;b=7", Math.sqrt(SeparatedColumns.squaredSensitivity(blt, n, 8, 7)), EXACT);
    }

    private static double convolution(Blt blt, double[] z, int t) {
        double sum = 0;
        for (int s = 0; s <= t; s++) {
            sum += blt.noiseCoefficient(t - s) * z[s];
        }
        return sum;
    }

    private static double[] first(int count, LongToDoubleFunction value) {
        return LongStream.range(0, count).mapToDouble(value).toArray();
    }

    private static void check(double[] actual, double[] expected, double relative) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i])
                    .as("%d of %s", i, Arrays.toString(expected))
                    .isCloseTo(expected[i], within(relative * Math.abs(expected[i]) + 1e-12));
        }
    }
}
