package dev.weir.accountant.learn.spectrum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.learn.spectrum.PrincipalComponents.Component;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PrincipalComponentsTest {

    static List<String> cases() throws IOException, URISyntaxException {
        Path file = Path.of(
                Objects.requireNonNull(PrincipalComponentsTest.class.getResource("/golden/learning/components.csv"))
                        .toURI());
        List<String> lines = Files.readAllLines(file);
        return lines.subList(1, lines.size());
    }

    private static double[] numbers(String text) {
        return text.isEmpty()
                ? new double[0]
                : Arrays.stream(text.split(" ", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
    }

    private static NoisyCovariance covariance(double[][] moments, int constant, double deviation) {
        return constant < 0
                ? NoisyCovariance.about0(moments, deviation)
                : NoisyCovariance.aboutMeans(moments, constant, deviation).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void components_and_correlations_are_those_of_another_program(String line) {
        String[] cells = line.split(",", -1);
        int dimension = Integer.parseInt(cells[0]);
        double[] flat = numbers(cells[3]);
        double[][] moments = new double[dimension][dimension];
        for (int i = 0; i < flat.length; i++) {
            moments[i / dimension][i % dimension] = flat[i];
        }
        NoisyCovariance covariance = covariance(moments, Integer.parseInt(cells[2]), Double.parseDouble(cells[1]));
        double[] values = numbers(cells[4]);
        double[] directions = numbers(cells[5]);
        PrincipalComponents found =
                PrincipalComponents.of(covariance, values.length).orElseThrow();
        for (int i = 0; i < values.length; i++) {
            Component component = found.components().get(i);
            assertThat(component.value()).isCloseTo(values[i], within(1e-9 * Math.abs(values[0])));
            assertThat(component.share())
                    .isCloseTo(values[i] / Arrays.stream(values).sum(), within(1e-9));
            for (int j = 0; j < values.length; j++) {
                assertThat(component.direction()[j]).isCloseTo(directions[i * values.length + j], within(1e-8));
            }
        }
        assertThat(found.subspaceSine()).isZero();
        checkCorrelations(covariance, numbers(cells[6]), numbers(cells[7]));
    }

    private static void checkCorrelations(NoisyCovariance covariance, double[] correlations, double[] stddevs) {
        int at = 0;
        for (int i = 0; at < correlations.length; i++) {
            for (int j = i + 1; j < covariance.size(); j++) {
                NoisyCorrelation found = NoisyCorrelation.of(covariance, i, j).orElseThrow();
                assertThat(found.value()).isCloseTo(correlations[at], within(1e-9));
                assertThat(found.stddev()).isCloseTo(stddevs[at], within(1e-5 * stddevs[at]));
                at++;
            }
        }
    }

    /** Sums of the products of a constant and two fields, the first of which is 1/2 in the mean, and by 9 times more varied along 3 : 4. */
    private static double[][] exact() {
        double n = 1000;
        double[] mean = {0.5, -0.2};
        double[][] moments = {{n, n * mean[0], n * mean[1]}, {n * mean[0], 0, 0}, {n * mean[1], 0, 0}};
        double[][] variance = {{0.09 * 0.36 + 0.01 * 0.64, 0.08 * 0.48}, {0.08 * 0.48, 0.09 * 0.64 + 0.01 * 0.36}};
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                moments[i + 1][j + 1] = n * (variance[i][j] + mean[i] * mean[j]);
            }
        }
        return moments;
    }

    private static double[][] noisy(double[][] exact, double deviation, Random random) {
        double[][] moments = new double[exact.length][exact.length];
        for (int i = 0; i < exact.length; i++) {
            for (int j = i; j < exact.length; j++) {
                double noise = random.nextGaussian() * deviation * (i == j ? Math.sqrt(2) : 1);
                moments[i][j] = exact[i][j] + noise;
                moments[j][i] = moments[i][j];
            }
        }
        return moments;
    }

    @Test
    void exact_moments_have_their_components_and_no_errors() {
        NoisyCovariance covariance = covariance(exact(), 0, 0);
        PrincipalComponents found = PrincipalComponents.of(covariance, 1).orElseThrow();
        Component first = found.components().get(0);
        assertThat(first.value()).isCloseTo(0.09, within(1e-12));
        assertThat(first.share()).isCloseTo(0.9, within(1e-12));
        assertThat(first.direction()).containsExactly(new double[] {0.6, 0.8}, within(1e-9));
        assertThat(List.of(first.error(), first.sine(), found.subspaceSine())).containsOnly(0.0);
        NoisyCorrelation correlation = NoisyCorrelation.of(covariance, 0, 1).orElseThrow();
        double exact = 0.0384 / Math.sqrt(0.0388 * 0.0612);
        assertThat(correlation.value()).isCloseTo(exact, within(1e-12));
        assertThat(correlation.low()).isCloseTo(exact, within(1e-12));
        assertThat(correlation.high()).isCloseTo(exact, within(1e-12));
    }

    /**
     * In 2 000 draws of noise, each bound must hold in at least 95 % of them; 140 misses instead of 100 would be four deviations, and are
     * exceeded with a probability of less than 1e-4 even if the bounds were exact. They are not: each misses in less than 1 % of the draws,
     * and 140 misses then come in less than 1e-60 of all runs. The norm's bound must not be idle: half of it is exceeded.
     */
    @Test
    @Tag("statistical")
    void bounds_hold_for_most_draws_of_the_noise() {
        Random random = new Random(5);
        double[][] exact = exact();
        int draws = 2_000;
        int[] misses = new int[4];
        int halves = 0;
        for (int i = 0; i < draws; i++) {
            double[][] moments = noisy(exact, 1.5, random);
            NoisyCovariance covariance = covariance(moments, 0, 1.5);
            Component first = PrincipalComponents.of(covariance, 1)
                    .orElseThrow()
                    .components()
                    .get(0);
            NoisyCorrelation correlation = NoisyCorrelation.of(covariance, 0, 1).orElseThrow();
            double sine = Math.abs(0.6 * first.direction()[1] - 0.8 * first.direction()[0]);
            double truth = 0.0384 / Math.sqrt(0.0388 * 0.0612);
            double error = Math.abs(first.value() - 0.09);
            misses[0] += error > first.error() ? 1 : 0;
            misses[1] += sine > first.sine() ? 1 : 0;
            misses[2] += truth < correlation.low() || truth > correlation.high() ? 1 : 0;
            misses[3] += Math.abs(correlation.value() - truth) > 5 * correlation.stddev() ? 1 : 0;
            halves += largest(moments, exact) > covariance.noise().norm95() / 2 ? 1 : 0;
            assertThat(first.sine()).isBetween(0.05, 0.5);
        }
        assertThat(misses)
                .satisfies(each ->
                        assertThat(Arrays.stream(each).max().orElseThrow()).isLessThanOrEqualTo(140));
        assertThat(halves).isGreaterThan(draws / 20);
    }

    /** The largest size of an eigenvalue of the noise. */
    private static double largest(double[][] moments, double[][] exact) {
        double[][] noise = new double[exact.length][exact.length];
        for (int i = 0; i < noise.length; i++) {
            for (int j = 0; j < noise.length; j++) {
                noise[i][j] = moments[i][j] - exact[i][j];
            }
        }
        PrincipalComponents found = PrincipalComponents.of(NoisyCovariance.about0(noise, 0), noise.length)
                .orElseThrow();
        return found.components().stream()
                .mapToDouble(component -> Math.abs(component.value()))
                .max()
                .orElseThrow();
    }

    @Test
    void what_noise_has_drowned_has_no_numbers_or_bounds_that_say_so() {
        assertThat(NoisyCovariance.aboutMeans(new double[][] {{-1, 2}, {2, 9}}, 0, 3))
                .isEmpty();
        assertThat(PrincipalComponents.of(NoisyCovariance.about0(new double[2][2], 3), 1))
                .isEmpty();
        NoisyCovariance weak = covariance(new double[][] {{50, 1, 1}, {1, -2, 3}, {1, 3, 4}}, 0, 3);
        assertThat(NoisyCorrelation.of(weak, 0, 1)).isEmpty();
        assertThat(PrincipalComponents.of(weak, 2).orElseThrow().components())
                .allSatisfy(component -> assertThat(component.sine()).isEqualTo(1));
        NoisyCovariance above = covariance(new double[][] {{900, 0, 0}, {0, 4, 9}, {0, 9, 4}}, 0, 0.01);
        assertThat(NoisyCorrelation.of(above, 0, 1).orElseThrow().value()).isEqualTo(1);
        assertThat(NoisyCorrelation.of(weak, 1, 0)).isEmpty();
    }

    /** Two fields have directions whose elements are of one size; the first is then positive, whatever rounding does. */
    @Test
    void directions_have_one_sign() {
        for (double product : new double[] {0.3, -0.3}) {
            PrincipalComponents found = PrincipalComponents.of(
                            NoisyCovariance.about0(new double[][] {{1, product}, {product, 1}}, 0), 2)
                    .orElseThrow();
            assertThat(found.components()).allSatisfy(component -> {
                assertThat(component.direction()[0]).isPositive();
                assertThat(Math.abs(component.direction()[1])).isCloseTo(Math.sqrt(0.5), within(1e-12));
            });
        }
    }
}
