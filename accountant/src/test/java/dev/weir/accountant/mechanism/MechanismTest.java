package dev.weir.accountant.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares standard deviations and errors with the distributions summed term by term, and charges with the ratio of the
 * theorem.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MechanismTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.3", "0.5", "1", "2.5", "12", "1000", "50000", "1000000"})
    void the_laplace_figures_are_those_of_the_summed_distribution(String scale) {
        double b = Double.parseDouble(scale);
        AdditiveNoise mechanism = new DiscreteLaplace(Ratio.of(new BigDecimal(scale)));
        check(mechanism, k -> Math.exp(-k / b), 45 * b + 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3", "0.5", "1", "1.9", "2", "2.1", "16", "1000", "20000"})
    void the_gaussian_figures_are_those_of_the_summed_distribution(String sigma) {
        Ratio root = Ratio.of(new BigDecimal(sigma));
        NormalDistribution normal = new NormalDistribution(0, root.toDouble());
        AdditiveNoise mechanism = new RoundedGaussian(root.times(root));
        check(mechanism, k -> normal.probability(k - 0.5, k + 0.5), 10 * root.toDouble() + 10);
    }

    /** Sums a symmetric distribution up to {@code last}, beyond which it is below 1e-15, normalises it and compares. */
    private static void check(AdditiveNoise mechanism, DoubleUnaryOperator weight, double last) {
        double mass = weight.applyAsDouble(0);
        double square = 0;
        for (long k = 1; k <= last; k++) {
            double both = 2 * weight.applyAsDouble((double) k);
            mass += both;
            square += both * k * k;
        }
        double stddev = Math.sqrt(square / mass);
        assertThat(mechanism.stddev()).isCloseTo(stddev, within(stddev * 1e-9 + 1e-12));
        for (double confidence : new double[] {0.5, 0.95, 0.999}) {
            assertThat(mechanism.error(confidence))
                    .isCloseTo(error(weight, mass, confidence), within(stddev < 1000 ? 0 : 1e-9 * stddev + 1));
        }
    }

    private static double error(DoubleUnaryOperator weight, double mass, double confidence) {
        double within = weight.applyAsDouble(0) / mass;
        long k = 0;
        while (within < confidence) {
            within += 2 * weight.applyAsDouble((double) ++k) / mass;
        }
        return k;
    }

    @RepeatedTest(200)
    void a_charge_is_the_least_amount_not_below_the_loss(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        long c = 1 + random.nextLong(1L << random.nextInt(1, 30));
        Ratio parameter = Ratio.of(1 + random.nextLong(1L << 38), 1 + random.nextLong(1L << 8));
        BigDecimal wide = new BigDecimal(BigInteger.valueOf(c).multiply(parameter.denominator()));
        BigDecimal laplace = new BigDecimal(parameter.numerator());
        if (wide.compareTo(laplace.multiply(BigDecimal.valueOf(9000))) < 0) {
            assertThat(new DiscreteLaplace(parameter)
                            .cost(BigInteger.valueOf(c))
                            .value())
                    .isEqualByComparingTo(wide.divide(laplace, 15, RoundingMode.CEILING));
        }
        BigDecimal square = wide.multiply(BigDecimal.valueOf(c));
        BigDecimal twice = laplace.add(laplace);
        if (square.compareTo(twice.multiply(BigDecimal.valueOf(9000))) < 0) {
            assertThat(new RoundedGaussian(parameter)
                            .cost(BigInteger.valueOf(c).pow(2))
                            .value())
                    .isEqualByComparingTo(square.divide(twice, 15, RoundingMode.CEILING));
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 0.333333333333334", "7, 0.142857142857143", "8, 0.125"})
    void a_laplace_charge_rounds_up_only_where_it_must(long scale, BigDecimal charge) {
        assertThat(new DiscreteLaplace(Ratio.of(scale, 1)).cost(BigInteger.ONE).value())
                .isEqualByComparingTo(charge);
        assertThat(new DiscreteLaplace(Ratio.of(scale, 1)).cost(BigInteger.ONE).currency())
                .isEqualTo(Currency.EPSILON);
    }

    @Test
    void a_gaussian_charge_is_half_the_squared_ratio() {
        AdditiveNoise mechanism = new RoundedGaussian(Ratio.of(3, 1));
        assertThat(mechanism.cost(BigInteger.valueOf(4)).value()).isEqualByComparingTo("0.666666666666667");
        assertThat(mechanism.cost(BigInteger.valueOf(4)).currency()).isEqualTo(Currency.HALF_MU_SQUARED);
    }

    @RepeatedTest(200)
    void the_event_of_a_release_costs_what_is_charged_and_never_less(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        BigInteger size = BigInteger.valueOf(1 + random.nextLong(1L << random.nextInt(1, 30)));
        Ratio parameter = new Ratio(
                size.multiply(BigInteger.valueOf(1 + random.nextInt(10_000))),
                BigInteger.valueOf(1 + random.nextInt(99)));
        Ratio loss = new Ratio(size, BigInteger.ONE).dividedBy(parameter);
        SingleEvent laplace = new DiscreteLaplace(parameter).event(size);
        assertThat(new BigDecimal(laplace.epsilon())).isGreaterThanOrEqualTo(loss.toBigDecimal());
        assertThat(laplace.epsilon()).isCloseTo(loss.toDouble(), withinPercentage(1e-13));
        SingleEvent gaussian = new RoundedGaussian(parameter).event(size);
        assertThat(gaussian.rho()).isBetween(loss.toDouble() / 2, loss.toDouble() / 2 * (1 + 1e-14));
        assertThat(gaussian.mu() * gaussian.mu()).isCloseTo(loss.toDouble(), withinPercentage(1e-13));
        assertThat(gaussian.epsilon()).isInfinite();
    }

    @Test
    void each_mechanism_is_priced_in_the_norm_that_its_noise_hides() {
        assertThat(new DiscreteLaplace(Ratio.of(3, 1)).norm()).isEqualTo(Norm.L1);
        assertThat(new RoundedGaussian(Ratio.of(3, 1)).norm()).isEqualTo(Norm.SQUARED_L2);
        assertThat(Norm.L1.size(-7)).isEqualTo(7);
        assertThat(Norm.SQUARED_L2.size(-7)).isEqualTo(49);
        assertThat(Norm.SQUARED_L2.size(Long.MIN_VALUE)).isEqualTo(BigInteger.ONE.shiftLeft(126));
    }

    /** The block gets the sampler's own draws, one per coordinate, and no word outside of the block changes. */
    @Test
    void a_block_gets_fresh_noise_in_each_coordinate_and_nothing_else_changes() {
        for (AdditiveNoise noise :
                new AdditiveNoise[] {new DiscreteLaplace(Ratio.of(9, 1)), new RoundedGaussian(Ratio.of(81, 1))}) {
            long[] exact = {-1, 100, 200, 300, -1};
            long[] released = {7, 7, 7, 7, 7, 7};
            noise.prepare(Collections.nCopies(3, Ratio.ONE)).release(exact, 1, released, 2, new SeededRandomness(11));
            SeededRandomness same = new SeededRandomness(11);
            Sampler sampler = noise.sampler();
            assertThat(released)
                    .containsExactly(
                            7, 7, sampler.addTo(100, same), sampler.addTo(200, same), sampler.addTo(300, same), 7);
            assertThat(exact).containsExactly(-1, 100, 200, 300, -1);
        }
    }

    /** Each coordinate gets its own distribution: its draws are those of a mechanism that is wider by the coordinate's factor. */
    @Test
    void factors_widen_the_noise_of_single_coordinates() {
        List<Ratio> factors = List.of(Ratio.of(1, 2), Ratio.of(1, 1), Ratio.of(7, 1), Ratio.of(1, 2));
        for (AdditiveNoise noise :
                new AdditiveNoise[] {new DiscreteLaplace(Ratio.of(90, 1)), new RoundedGaussian(Ratio.of(8100, 1))}) {
            long[] released = new long[4];
            noise.prepare(factors).release(new long[] {5, 6, 7, 8}, 0, released, 0, new SeededRandomness(12));
            SeededRandomness same = new SeededRandomness(12);
            for (int i = 0; i < released.length; i++) {
                assertThat(released[i])
                        .isEqualTo(noise.times(factors.get(i)).sampler().addTo(5 + i, same));
            }
        }
        assertThat(new DiscreteLaplace(Ratio.of(90, 1)).times(Ratio.of(1, 2)).scale())
                .isEqualTo(45);
        assertThat(new RoundedGaussian(Ratio.of(90, 1)).times(Ratio.of(2, 1)).variance())
                .isEqualTo(Ratio.of(180, 1));
    }

    /** The cost of a size that includes factors is the sum of the costs of the single coordinates. */
    @RepeatedTest(100)
    void a_size_that_counts_factors_costs_what_its_coordinates_cost(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Ratio factor = Ratio.of(1 + random.nextInt(4), 1);
        long one = random.nextInt(1, 1000) * factor.numerator().longValue();
        long other = random.nextInt(1, 1000);
        for (AdditiveNoise noise : new AdditiveNoise[] {
            new DiscreteLaplace(Ratio.of(1L << 20, 1)), new RoundedGaussian(Ratio.of(1L << 20, 1))
        }) {
            BigInteger plain = noise.norm().size(other);
            BigInteger shrunk = noise.norm().size(one).divide(factor.numerator());
            BigDecimal apart = noise.cost(plain)
                    .value()
                    .add(noise.times(factor).cost(noise.norm().size(one)).value());
            assertThat(apart.subtract(noise.cost(plain.add(shrunk)).value()))
                    .as("each of the two is rounded up to a step")
                    .isBetween(BigDecimal.ZERO, new BigDecimal("1e-15"));
        }
    }

    @Test
    void scales_end_at_2_to_the_40() {
        long most = 1L << 40;
        assertThat(new DiscreteLaplace(Ratio.of(most, 1)).stddev()).isCloseTo(Math.sqrt(2) * most, within(1.0));
        assertThatIllegalArgumentException().isThrownBy(() -> new DiscreteLaplace(Ratio.of(most + 1, 1)));
        Ratio square = Ratio.of(most, 1).times(Ratio.of(most, 1));
        assertThat(new RoundedGaussian(square).scale()).isEqualTo(0x1p40);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new RoundedGaussian(new Ratio(square.numerator().add(BigInteger.ONE), BigInteger.ONE)));
    }
}
