package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes 100 000 draws per check. {@link DistributionCheck} states the false-alarm probability. */
@Tag("statistical")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DigitSamplerTest {

    private static final int DRAWS = 100_000;

    private final Randomness randomness = new SeededRandomness(7);
    private final Sampler atScaleOne = new DigitSampler(Ratio.of(1, 1));

    @ParameterizedTest
    @ValueSource(strings = {"0.3", "0.7", "1", "2.5", "16", "12000.5", "1048576", "1099511627776"})
    void draws_follow_the_exact_distribution(String scale) {
        Ratio exact = Ratio.of(new BigDecimal(scale));
        Sampler sampler = new DigitSampler(exact);
        LongSupplier draws = () -> sampler.addTo(0, randomness);
        assertThat(DistributionCheck.complaints(ExpectedDistribution.discreteLaplace(exact.toDouble()), DRAWS, draws))
                .isEmpty();
    }

    @Test
    void draws_follow_the_exact_distribution_when_many_of_them_lie_beyond_the_digits() {
        Sampler twoDigits = new DigitSampler(Ratio.of(3, 1), 2);
        LongSupplier draws = () -> twoDigits.addTo(0, randomness);
        assertThat(DistributionCheck.complaints(ExpectedDistribution.discreteLaplace(3), DRAWS, draws))
                .isEmpty();
    }

    @Test
    void a_missing_top_digit_is_caught() {
        LongSupplier cut = () -> atScaleOne.addTo(0, randomness) % 4;
        assertThat(DistributionCheck.complaints(ExpectedDistribution.discreteLaplace(1), DRAWS, cut))
                .isNotEmpty();
    }

    @Test
    void every_draw_takes_the_same_number_of_words() {
        int words = 2 * wordsPerGeometric(atScaleOne);
        for (int i = 0; i < 1000; i++) {
            Counting counting = new Counting(randomness);
            atScaleOne.addTo(0, counting);
            assertThat(counting.words()).isEqualTo(words);
        }
    }

    /** The chance of digit 0 at scale 1 is 1 / (1 + e). Its first 128 bits are computed in decimal arithmetic. */
    @Test
    void a_word_that_equals_the_threshold_is_decided_by_the_next() {
        BigDecimal e = BigDecimal.ONE.divide(Digits.expMinus(BigDecimal.ONE), Digits.HUNDRED);
        BigDecimal chance = BigDecimal.ONE.divide(BigDecimal.ONE.add(e), Digits.HUNDRED);
        BigInteger bits = Digits.firstBits(chance, 128);
        long first = bits.shiftRight(64).longValue();
        long second = bits.longValue();
        assertThat(atScaleOne.addTo(0, tie(first, second - 1))).isEqualTo(1);
        assertThat(atScaleOne.addTo(0, tie(first, second + 1))).isEqualTo(0);
        assertThat(atScaleOne.addTo(0, tie(first - 1))).isEqualTo(1);
        assertThat(atScaleOne.addTo(0, tie(first + 1))).isEqualTo(0);
    }

    /** Zero words tie with the coin beyond the last digit. Its chance is exp(-64) at scale 1, so bits 65 to 128 decide. */
    @Test
    void noise_beyond_the_last_digit_is_reached() {
        int words = wordsPerGeometric(atScaleOne);
        long[] script = new long[2 * words + 3];
        Arrays.fill(script, -1);
        script[words - 1] = 0;
        script[2 * words] = 0;
        assertThat(atScaleOne.addTo(0, new Scripted(script))).isEqualTo(1L << (words - 1));
    }

    /**
     * Returns the words of one draw: the first word is given, all others are far above any threshold, and further bits decide
     * the tie.
     */
    private Randomness tie(long first, long... further) {
        int words = 2 * wordsPerGeometric(atScaleOne);
        long[] script = new long[words + further.length];
        Arrays.fill(script, -1);
        script[0] = first;
        System.arraycopy(further, 0, script, words, further.length);
        return new Scripted(script);
    }

    private static int wordsPerGeometric(Sampler sampler) {
        Counting counting = new Counting(() -> -1);
        sampler.addTo(0, counting);
        return (int) counting.words() / 2;
    }
}
