package dev.weir.operators.aggregate.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.Expectation.Given;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProductsTest {

    private static final int DRAWS = 20_000;

    static Feature.Ranged ranged(String name, String low, String high) {
        return new Feature.Ranged(name, new BigDecimal(low), new BigDecimal(high));
    }

    private static RecordVector vector(SplittableRandom random) {
        List<Feature> features = new ArrayList<>(List.of(Feature.CONSTANT));
        int more = random.nextInt(6);
        for (int i = 0; i < more; i++) {
            features.add(
                    random.nextBoolean()
                            ? new Feature.Named("t" + i, "yes")
                            : ranged("x" + i, "-3", Integer.toString(random.nextInt(-2, 50))));
        }
        BigDecimal radius = BigDecimal.valueOf(random.nextLong(100, 4000), 3);
        return new RecordVector(features, radius, random.nextBoolean() ? ranged("y", "0", "0.7") : null);
    }

    private static long[] words(SplittableRandom random, SecondMoments moments) {
        BigDecimal[] values = new BigDecimal[moments.fields()];
        for (int i = 0; i < values.length; i++) {
            values[i] = BigDecimal.valueOf(random.nextLong(-600, 600), random.nextInt(-2, 4));
        }
        long[] words = new long[moments.words()];
        moments.encode(values, 0, words, 0);
        return words;
    }

    /**
     * The features and values are random. Sizes are measured with the factors of the noise, as {@link AdditiveNoise}
     * defines them.
     */
    @RepeatedTest(200)
    void the_size_of_a_record_is_the_fourth_power_of_its_length_and_never_above_the_full_size(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        SecondMoments moments = new SecondMoments("m", BigDecimal.ONE, vector(random));
        for (int i = 0; i < 50; i++) {
            long[] words = words(random, moments);
            long[] products = new long[moments.coordinates()];
            moments.vector(words, 0, products);
            BigInteger square = BigInteger.ZERO;
            for (long word : words) {
                square = square.add(Norm.SQUARED_L2.size(word));
            }
            assertThat(size(moments, products)).isEqualTo(square.pow(2));
            assertThat(square.pow(2)).isLessThanOrEqualTo(moments.fullSize(Norm.SQUARED_L2));
        }
    }

    private static BigInteger size(SecondMoments moments, long[] products) {
        BigInteger size = BigInteger.ZERO;
        List<Ratio> factors = moments.noiseFactors();
        for (int i = 0; i < products.length; i++) {
            assertThat(factors.get(i).numerator()).isEqualTo(BigInteger.ONE);
            size = size.add(
                    Norm.SQUARED_L2.size(products[i]).multiply(factors.get(i).denominator()));
        }
        return size;
    }

    /**
     * Compares variances of 20 000 draws: that of the parameter on the diagonal, and half of it elsewhere. Each is off by
     * more than 6 standard deviations, sqrt(2 / 20 000), once in 5e8 runs.
     */
    @Test
    @Tag("statistical")
    void noise_off_the_diagonal_has_half_the_variance() {
        SecondMoments moments = new SecondMoments(
                "m",
                BigDecimal.ONE,
                new RecordVector(List.of(Feature.CONSTANT), BigDecimal.ONE, ranged("y", "0", "1")));
        AdditiveNoise noise = new RoundedGaussian(Ratio.of(10_000, 1));
        Randomness randomness = new SplittableRandom(41)::nextLong;
        PreparedMechanism draw = moments.prepare(noise);
        double[] squares = new double[3];
        for (int i = 0; i < DRAWS; i++) {
            long[] released = new long[3];
            draw.release(new long[3], 0, released, 0, randomness);
            for (int j = 0; j < squares.length; j++) {
                squares[j] += (double) released[j] * released[j] / DRAWS;
            }
        }
        double tolerance = 6 * Math.sqrt(2.0 / DRAWS);
        assertThat(squares[0] / 10_000).isCloseTo(1, within(tolerance));
        assertThat(squares[1] / 5_000).isCloseTo(1, within(tolerance));
        assertThat(squares[2] / 10_000).isCloseTo(1, within(tolerance));
    }

    /**
     * By hand, for noise of deviation 1 in a product on the diagonal and 1 / sqrt(2) in one off it. A product of two
     * features has the unit radius&sup2;, a product of a feature and the label the unit radius.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 0.5, false, 0.25", "1, 3, false, 9", "1, 0.5, true, 0.35355", "1, 3, true, 2.12132",
        "2, 0.5, false, 0.17678", "2, 3, false, 6.36396", "2, 0.5, true, 0.35355", "2, 3, true, 6.36396"
    })
    void the_expected_error_is_that_of_the_product_with_the_most_noise(
            int features, String radius, boolean hasLabel, double error) {
        Feature label = hasLabel ? ranged("y", "0", "1") : null;
        List<Feature> some =
                List.<Feature>of(Feature.CONSTANT, ranged("x", "0", "1")).subList(0, features);
        SecondMoments moments =
                new SecondMoments("m", BigDecimal.ONE, new RecordVector(some, new BigDecimal(radius), label));
        AdditiveNoise noise = new RoundedGaussian(Ratio.of(1L << 40, 1));
        Expectation expected = moments.expectations().get(0);
        Given size = new Given(Map.of(Expectation.SIZE, 100.0));
        assertThat(expected.rule().errors(size, noise).get(0).error()).isCloseTo(error, within(1e-5));
    }

    @Test
    void products_need_gaussian_noise() {
        SecondMoments moments = new SecondMoments(
                "m", BigDecimal.ONE, new RecordVector(List.of(Feature.CONSTANT), BigDecimal.ONE, null));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> moments.fullSize(Norm.L1))
                .withMessageStartingWith("features must go with a budget of Gaussian noise");
        assertThat(moments.fullSize(Norm.SQUARED_L2)).isEqualTo(BigInteger.ONE.shiftLeft(40));
    }
}
