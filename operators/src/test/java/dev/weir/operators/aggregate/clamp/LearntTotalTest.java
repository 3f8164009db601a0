package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Estimate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LearntTotalTest {

    private static LearntTotal total(LearntTotal.Kind kind, boolean isSigned) {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, new BigDecimal("0.5"), 3, isSigned);
        return new LearntTotal("t", BigDecimal.ONE, clamp, kind);
    }

    private static long value(SplittableRandom random, boolean isSigned) {
        long size = random.nextLong(1L << random.nextInt(1, 42));
        return isSigned && random.nextBoolean() ? -size : size;
    }

    private static long clipped(long value, int exponent) {
        return Math.max(-(1L << exponent), Math.min(1L << exponent, value));
    }

    /** In any order and grouping, the result is the smaller of the exact total and the largest long. */
    @Test
    void totals_beyond_64_bits_stay_at_the_largest_long() {
        ValueBins bins = new ValueBins(true);
        long largest = 1L << LearntClamp.LARGEST;
        long[] totals = new long[bins.coordinates()];
        int sum = 2 * LearntClamp.LARGEST + 1;
        totals[sum] = Long.MAX_VALUE - largest;
        bins.add(largest, totals, 0);
        assertThat(totals[sum]).isEqualTo(Long.MAX_VALUE);
        bins.add(largest, totals, 0);
        assertThat(totals[sum]).isEqualTo(Long.MAX_VALUE);
        assertThat(bins.sum(totals, 0, LearntClamp.LARGEST)).isEqualTo(Long.MAX_VALUE);
        bins.add(-largest, totals, 0);
        assertThat(bins.sum(totals, 0, LearntClamp.LARGEST)).isEqualTo(Long.MAX_VALUE - largest);
    }

    /** The range of a signed mean is twice its clamp, so its largest clamp is 2^39. */
    @Test
    void exact_answers_of_values_beyond_the_largest_clamp_have_the_largest_clamp() {
        LearntTotal mean = total(LearntTotal.Kind.MEAN, true);
        long[] totals = new long[mean.coordinates()];
        new ValueBins(true).add(1L << LearntClamp.LARGEST, totals, 0);
        long[] measured = new long[mean.measured()];
        mean.measure(totals, 0, measured, 0);
        assertThat(measured).containsExactly(LearntClamp.LARGEST, 1L << LearntClamp.LARGEST, 0);
        assertThat(mean.estimate(measured, new double[3], 0, null).get(0).fields())
                .containsEntry("clamp", new BigDecimal(1L << 38))
                .containsEntry("value", new BigDecimal(1L << 38));
    }

    /** Compares every clamped sum of 1000 random cells with values clamped one by one. */
    @Test
    void every_clamped_sum_and_every_tail_follows_from_the_bins() {
        for (int run = 0; run < 1_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            boolean isSigned = random.nextBoolean();
            ValueBins bins = new ValueBins(isSigned);
            long[] totals = new long[bins.coordinates() + 3];
            long[] values = new long[random.nextInt(30)];
            for (int i = 0; i < values.length; i++) {
                values[i] = bins.clamped(value(random, isSigned));
                bins.add(values[i], totals, 3);
            }
            long[] tails = bins.tails(totals, 3);
            assertThat(tails[0]).isEqualTo(values.length);
            for (int exponent = 0; exponent <= LearntClamp.LARGEST; exponent++) {
                BigInteger sum = BigInteger.ZERO;
                long above = 0;
                for (long value : values) {
                    sum = sum.add(BigInteger.valueOf(clipped(value, exponent)));
                    above += Math.abs(value) > 1L << exponent ? 1 : 0;
                }
                assertThat(bins.sum(totals, 3, exponent)).isEqualTo(sum);
                assertThat(tails[exponent + 1]).isEqualTo(above);
            }
        }
    }

    /**
     * Tests 10 000 random units. For every clamp that may be drawn, m records move the numbers to which noise is added by at
     * most m times the size for which the noise is made, and all scores in the same direction by at most m. So the rule's two
     * steps cost at most m p, or m&sup2; p.
     */
    @Test
    void ten_thousand_random_units_move_scores_and_totals_by_at_most_their_records() {
        for (int run = 0; run < 10_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            boolean isSigned = random.nextBoolean();
            LearntTotal.Kind kind = random.nextBoolean() ? LearntTotal.Kind.SUM : LearntTotal.Kind.MEAN;
            int records = 1 + random.nextInt(4);
            ValueBins bins = new ValueBins(isSigned);
            long[] unit = new long[bins.coordinates()];
            for (int i = 0; i < records; i++) {
                bins.add(bins.clamped(value(random, isSigned)), unit, 0);
            }
            long[] tails = bins.tails(unit, 0);
            for (int i = 1; i < tails.length; i++) {
                assertThat(tails[i]).isBetween(0L, (long) records);
            }
            int exponent = random.nextInt(LearntClamp.LARGEST);
            BigInteger moved = bins.sum(unit, 0, exponent);
            BigInteger width = BigInteger.ONE.shiftLeft(exponent);
            BigInteger most = width.multiply(BigInteger.valueOf(records));
            if (kind == LearntTotal.Kind.SUM) {
                assertThat(moved.abs()).isLessThanOrEqualTo(most);
            } else {
                BigInteger above = isSigned ? moved.add(most) : moved;
                BigInteger below = (isSigned ? most.shiftLeft(1) : most).subtract(above);
                assertThat(above.signum()).isNotNegative();
                assertThat(below.signum()).isNotNegative();
                assertThat(above.add(below)).isEqualTo(isSigned ? most.shiftLeft(1) : most);
            }
        }
    }

    @Test
    void exact_answers_are_unclamped_sums_and_means() {
        for (boolean isSigned : new boolean[] {false, true}) {
            long[] totals = new long[new ValueBins(isSigned).coordinates()];
            for (long value : new long[] {9, 100, 0, isSigned ? -41 : 41}) {
                new ValueBins(isSigned).add(value, totals, 0);
            }
            Estimate sum = exact(total(LearntTotal.Kind.SUM, isSigned), totals);
            assertThat(sum.value()).isEqualByComparingTo(isSigned ? "34" : "75");
            assertThat(sum.fields().get("clamp")).isEqualTo(BigDecimal.valueOf(64)); // 128 half steps
            Estimate mean = exact(total(LearntTotal.Kind.MEAN, isSigned), totals);
            assertThat(mean.value()).isEqualByComparingTo(isSigned ? "8.5" : "18.75");
            assertThat(mean.fields()).containsKeys("interval", "count", "sum", "clamp");
        }
    }

    private static Estimate exact(LearntTotal total, long[] totals) {
        long[] measured = new long[total.measured()];
        total.measure(totals, 0, measured, 0);
        return total.estimate(measured, new double[measured.length], 0, null).get(0);
    }

    /**
     * For 200 000 log-normal values at epsilon 1, the root mean square error of sums is about 0.2 to 0.6 % in the reference's
     * simulations of its own samples.
     */
    @Tag("statistical")
    @Test
    void sums_of_many_values_are_close_and_state_their_noise() {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 0, false);
        LearntTotal total = new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM);
        Random random = new Random(3);
        long[] totals = new long[total.coordinates()];
        long all = 0;
        for (int i = 0; i < 100_000; i++) {
            long value = Math.round(Math.exp(5 + 1.5 * random.nextGaussian()));
            all += value;
            new ValueBins(false).add(value, totals, 0);
        }
        for (AdditiveNoise noise :
                new AdditiveNoise[] {new DiscreteLaplace(Ratio.ONE), new RoundedGaussian(Ratio.of(10, 1))}) {
            PreparedMechanism draws = total.prepare(noise);
            Randomness randomness = new SplittableRandom(61)::nextLong;
            double square = 0;
            for (int run = 0; run < 400; run++) {
                long[] released = new long[2];
                draws.release(totals, 0, released, 0, randomness);
                assertThat(released[0]).isBetween(14L, 20L);
                Estimate estimate =
                        total.estimate(released, new double[2], 0, noise).get(0);
                AdditiveNoise drawn = ClampDraw.rest(clamp, noise, BigInteger.ONE.shiftLeft((int) released[0] - 1));
                assertThat(estimate.stddev()).isCloseTo(drawn.stddev(), within(1e-9 * drawn.stddev()));
                square += Math.pow(estimate.value().doubleValue() / all - 1, 2) / 400;
            }
            assertThat(Math.sqrt(square)).isBetween(0.0005, 0.012);
        }
    }

    @Test
    void a_record_costs_the_same_whatever_its_value() {
        LearntTotal total = total(LearntTotal.Kind.MEAN, true);
        assertThat(total.fullSize(Norm.L1)).isEqualTo(BigInteger.ONE);
        assertThat(total.largestSize(7, Norm.SQUARED_L2)).isEqualTo(49);
        assertThat(total.coordinates()).isEqualTo(164);
        assertThat(total(LearntTotal.Kind.SUM, false).coordinates()).isEqualTo(82);
    }

    @Test
    void values_are_rounded_and_kept_to_the_largest_clamp() {
        long[] words = new long[1];
        total(LearntTotal.Kind.SUM, false).encode(new BigDecimal[] {new BigDecimal("-3")}, 0, words, 0);
        assertThat(words[0]).isZero();
        total(LearntTotal.Kind.SUM, true).encode(new BigDecimal[] {new BigDecimal("-3.25")}, 0, words, 0);
        assertThat(words[0]).isEqualTo(-7);
        total(LearntTotal.Kind.SUM, false).encode(1L << 60, words, 0);
        assertThat(words[0]).isEqualTo(1L << 40);
    }

    @Test
    void wrong_shares_and_starts_are_refused() {
        for (String share : new String[] {"0", "1", "0.1234567"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new LearntClamp(new BigDecimal(share), BigDecimal.ONE, 0, false))
                    .withMessageStartingWith("share must be");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> LearntClamp.from(new BigDecimal("1e15"), LearntClamp.USUAL_SHARE, BigDecimal.ONE, false))
                .withMessageStartingWith("start must be");
        assertThat(LearntClamp.from(new BigDecimal(1000), LearntClamp.USUAL_SHARE, BigDecimal.ONE, false)
                        .start())
                .isEqualTo(10);
    }
}
