package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Tests coins that agree with the exact probability, computed in decimal, in more bits than the filter sees. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExactTrialTest {

    private static final int COIN_BITS = ExactTrial.COIN_BITS;
    private static final long NO_MORE = 0;

    private final BinnedDistribution laplace = BinnedDistribution.discreteLaplace(Ratio.of(1_000_003, 7));
    private final BinnedDistribution rounded = BinnedDistribution.roundedGaussian(Ratio.of(1_000_003, 7));

    @RepeatedTest(50)
    void a_coin_that_first_differs_from_the_probability_in_bit_116_is_decided_rightly(RepetitionInfo run) {
        BinTable table = new BinTable(laplace, laplace.mostBins());
        ExactTrial trial = new ExactTrial(laplace, table);
        ExactTrial.Draws draws = drawsAtTheEdge(laplace, table, run.getCurrentRepetition());
        long edge = edge(laplace, table, draws);
        BigInteger size = BigInteger.valueOf(draws.bin())
                .shiftLeft(laplace.fractionBits())
                .add(BigInteger.valueOf(draws.fraction()));
        assertThat(trial.settle(draws, new Scripted(edge - 1, -1))).contains(size);
        assertThat(trial.settle(draws, new Scripted(edge + 1, NO_MORE))).isEmpty();
    }

    @RepeatedTest(50)
    void the_unknown_bits_of_a_real_size_are_drawn_before_they_decide(RepetitionInfo run) {
        BinTable table = new BinTable(rounded, rounded.mostBins());
        ExactTrial trial = new ExactTrial(rounded, table);
        ExactTrial.Draws draws = drawsAtTheEdge(rounded, table, run.getCurrentRepetition());
        long edge = edge(rounded, table, draws);
        long step = 1L << 16;
        assertThat(trial.settle(draws, new Scripted(0, 0, edge - step, 0, 0))).isPresent();
        assertThat(trial.settle(draws, new Scripted(0, 0, edge + step, 0, 0))).isEmpty();
        assertThat(trial.settle(draws, new Scripted(-1, -1, edge - step, -1, -1)))
                .isEmpty();
    }

    @Test
    void the_tail_goes_on_by_five_bits_a_bin() {
        BinTable table = new BinTable(laplace, 16);
        ExactTrial.Draws first = new ExactTrial.Draws(table.tail(), 0, 0, false);
        Optional<BigInteger> third = new ExactTrial(laplace, table).settle(first, new Scripted(-1, 1L << 60, 0, 0, 0));
        assertThat(third).contains(BigInteger.valueOf(table.tail() + 2).shiftLeft(laplace.fractionBits()));
    }

    @Test
    void the_tail_has_no_end() {
        BinTable table = new BinTable(laplace, 16);
        long[] words = new long[50_000];
        Arrays.fill(words, 0, 40_000, -1);
        Optional<BigInteger> far = new ExactTrial(laplace, table)
                .settle(new ExactTrial.Draws(table.tail(), 0, 0, true), new Scripted(words));
        assertThat(far)
                .contains(BigInteger.valueOf(table.tail() + 40_000)
                        .shiftLeft(laplace.fractionBits())
                        .negate());
    }

    @Test
    void minus_zero_is_rejected_and_plus_zero_kept() {
        ExactTrial trial = new ExactTrial(laplace, new BinTable(laplace, 16));
        assertThat(trial.settle(new ExactTrial.Draws(0, 0, 0, true), new Scripted(0, 0)))
                .isEmpty();
        assertThat(trial.settle(new ExactTrial.Draws(0, 0, 0, false), new Scripted(0, 0)))
                .contains(BigInteger.ZERO);
    }

    /**
     * Thirty units of 2^-53 from T' a coin is still undecided. Eighty units from it the coin is decided, and only one more
     * draw follows.
     */
    @Test
    void the_sampler_asks_for_further_bits_of_a_coin_within_the_margin_and_only_then() {
        BinSampler sampler = new BinSampler(laplace);
        for (long units : new long[] {-80, -30, -2, 0, 2, 30, 80}) {
            Scripted words = new Scripted(openTrial(units, 0, 0, 0, 0, 0));
            sampler.addTo(0, words);
            int trials = units > 0 ? 2 : 1;
            assertThat(words.used()).isEqualTo(3 * trials + (Math.abs(units) <= 30 ? 2 : 0));
        }
    }

    @Test
    void the_sampler_goes_by_those_further_bits() {
        BinSampler sampler = new BinSampler(laplace);
        BinTable table = new BinTable(laplace, laplace.mostBins());
        ExactTrial.Draws draws = new ExactTrial.Draws(table.propose(0), 12_345, 0, false);
        long edge = edge(laplace, table, draws);
        long start = (long) draws.bin() << laplace.fractionBits();
        assertThat(sampler.addTo(0, new Scripted(openTrial(0, edge - 1, -1)))).isEqualTo(start + 12_345);
        assertThat(sampler.addTo(7, new Scripted(openTrial(0, edge + 1, 0, 0, 0, 0))))
                .isEqualTo(start + 7);
    }

    /**
     * Returns the words of a trial at fraction 12 345 whose coin is a number of units of 2^-53 above its probability, and
     * further words.
     */
    private long[] openTrial(long units, long... further) {
        BinTable table = new BinTable(laplace, laplace.mostBins());
        BigDecimal chance = chance(laplace, table, table.propose(0), 12_345);
        long coin = Digits.firstBits(chance, COIN_BITS).longValueExact() + units / 2;
        long[] words = new long[3 + further.length];
        words[1] = 12_345L << (Long.SIZE - laplace.fractionBits());
        words[2] = coin << (Long.SIZE - COIN_BITS);
        System.arraycopy(further, 0, words, 3, further.length);
        return words;
    }

    /** Returns a random bin and fraction, and a coin whose first 52 bits equal those of their probability. */
    private static ExactTrial.Draws drawsAtTheEdge(BinnedDistribution distribution, BinTable table, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int bin = random.nextInt(table.tail() / 4);
        long fraction = random.nextLong() >>> (Long.SIZE - distribution.fractionBits());
        BigDecimal chance = chance(distribution, table, bin, fraction);
        return new ExactTrial.Draws(
                bin, fraction, Digits.firstBits(chance, COIN_BITS).longValueExact(), false);
    }

    /** Returns the next 64 bits of the probability. */
    private static long edge(BinnedDistribution distribution, BinTable table, ExactTrial.Draws draws) {
        BigDecimal chance = chance(distribution, table, draws.bin(), draws.fraction());
        return Digits.firstBits(chance, COIN_BITS + Long.SIZE).longValue();
    }

    private static BigDecimal chance(BinnedDistribution distribution, BinTable table, int bin, long fraction) {
        BigDecimal unit = new BigDecimal(Math.scalb(1.0, distribution.widthLog2() - distribution.fractionBits()));
        BigDecimal x = BigDecimal.valueOf(bin)
                .multiply(BigDecimal.valueOf(2).pow(distribution.fractionBits()))
                .add(BigDecimal.valueOf(fraction))
                .multiply(unit);
        Ratio rate = distribution.decay().rate();
        BigDecimal exponent = x.pow(distribution.decay().power())
                .multiply(new BigDecimal(rate.numerator()))
                .divide(new BigDecimal(rate.denominator()), Digits.HUNDRED);
        return Digits.expMinus(exponent).multiply(Digits.quotient(table.lambda(), table.weight(bin)), Digits.HUNDRED);
    }
}
