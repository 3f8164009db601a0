package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.continual.SeriesPrice.Term;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the allowance for rounding. The whole numbers of every series of a block are off by up to r, so a record of full size
 * c moves a block of d numbers by up to c ||C e|| + r &radic;(&sum; 1 / f). At a price of 1/2 this is the required standard
 * deviation of the noise.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BlockRoundingTest {

    private static final Blt ENDLESS = AnytimeDesign.STANDARD.optimize();
    private static final double SENSITIVITY = Math.sqrt(ENDLESS.sensitivitySquared(SeriesPrice.LAST_STEP));
    private static final Participation ONE = new Participation(1, 1, 0);
    private static final double ROUNDED_UP = 1e-7;

    private static PricedSeries priced(Term term) {
        return new SeriesPrice(Simulation.HALF, 1, Participation.ANY, SeriesPrice.LAST_STEP).of(ENDLESS, List.of(term));
    }

    private static PricedSeries block(int numbers, Ratio factor) {
        return priced(Term.block(Norm.SQUARED_L2, BigInteger.ONE, Collections.nCopies(numbers, factor), 1));
    }

    private static BltNoise noise(PricedSeries priced) {
        return (BltNoise) priced.noise(0);
    }

    private static double sigma(PricedSeries priced) {
        return noise(priced).noiseStddev();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1024, 1, 32", "512, 2, 32", "1024, 2, 45.254833995939045", "65536, 1, 256"})
    void noise_hides_the_rounding_of_all_numbers_by_their_factors(int numbers, long inverse, double root) {
        PricedSeries block = block(numbers, Ratio.of(1, inverse));
        PricedSeries number = priced(new Term(1, 1));
        double rounding = noise(block).perKey();
        assertThat(rounding).isEqualTo(noise(number).perKey()).isBetween(0x1p-10, 0x1p-9 * SENSITIVITY);
        double expected = (SENSITIVITY + root * rounding) / (SENSITIVITY + rounding);
        assertThat(sigma(block) / sigma(number)).isCloseTo(expected, within(ROUNDED_UP));
        assertThat(sigma(block)).isBetween(SENSITIVITY + root * rounding, 6.0);
    }

    /** Rounding must be bounded for all numbers: noise with the variance for one number would cost more than the price. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1024, 1, 32", "512, 2, 32", "1024, 2, 45.254833995939045"})
    void a_cost_counts_the_rounding_of_all_numbers(int numbers, long inverse, double root) {
        PricedSeries block = block(numbers, Ratio.of(1, inverse));
        double moved = SENSITIVITY + root * noise(block).perKey();
        double cost = moved * moved / (2 * sigma(block) * sigma(block));
        assertThat(block.cost(0, ONE).value().doubleValue())
                .isCloseTo(cost, within(ROUNDED_UP))
                .isLessThanOrEqualTo(0.5);
        assertThat(cost).isCloseTo(0.5, within(ROUNDED_UP));
    }

    @Test
    void a_series_without_an_end_has_the_documented_noise() {
        double number = sigma(block(1, Ratio.ONE));
        assertThat(sigma(block(1024, Ratio.ONE)) / number).isCloseTo(1.038, within(0.0005));
        assertThat(sigma(block(65_536, Ratio.ONE)) / number).isCloseTo(1.314, within(0.0005));
    }
}
