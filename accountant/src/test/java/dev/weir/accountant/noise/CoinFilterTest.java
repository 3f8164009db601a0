package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the error of the filter. The proved bound is 38 units of 2^-53. 4.5 of them are for unknown bits, which leaves 33.5
 * for known bits.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CoinFilterTest {

    private static final double PROVED = 33.5;
    private static final int POINTS = 500;

    @ParameterizedTest
    @MethodSource("dev.weir.accountant.noise.BinTableTest#distributions")
    void the_chance_is_within_the_proved_error_of_the_exact_one(BinnedDistribution distribution) {
        assertThat(largestError(distribution, distribution)).isLessThan(PROVED);
    }

    @Test
    void the_margin_covers_the_proved_error() {
        assertThat(CoinFilter.MARGIN).isGreaterThan(Math.scalb(PROVED + 4.5, -53));
    }

    @Test
    void a_rate_that_is_off_by_a_part_in_ten_trillion_is_caught() {
        Ratio scale = Ratio.of(24_000, 1);
        BinnedDistribution off =
                BinnedDistribution.discreteLaplace(scale.times(Ratio.of(10_000_000_000_001L, 10_000_000_000_000L)));
        assertThat(largestError(BinnedDistribution.discreteLaplace(scale), off)).isGreaterThan(PROVED);
    }

    /** Returns the largest error in units of 2^-53, at random points and at both ends of random bins. */
    private static double largestError(BinnedDistribution distribution, BinnedDistribution inFilter) {
        BinTable table = new BinTable(distribution, distribution.mostBins());
        CoinFilter filter = new CoinFilter(inFilter);
        SplittableRandom random = new SplittableRandom(6);
        double largest = 0;
        for (int i = 0; i < POINTS; i++) {
            int bin = random.nextInt(table.tail());
            long all = (1L << distribution.fractionBits()) - 1;
            long fraction = i % 8 == 0 ? 0 : i % 8 == 1 ? all : random.nextLong() & all;
            double chance = filter.chance(
                    bin, keptAtNearEnd(table, bin), Math.scalb((double) fraction, -distribution.fractionBits()));
            BigInteger x = BigInteger.valueOf(bin)
                    .shiftLeft(distribution.fractionBits())
                    .add(BigInteger.valueOf(fraction));
            Enclosure weight =
                    distribution.decay().weight(x, distribution.widthLog2() - distribution.fractionBits(), 256);
            BigInteger exact = weight.times(table.lambda(), table.weight(bin)).low();
            BigDecimal error = new BigDecimal(chance)
                    .subtract(new BigDecimal(exact).divide(BigDecimal.valueOf(2).pow(256)));
            largest = Math.max(largest, Math.abs(Math.scalb(error.doubleValue(), 53)));
        }
        return largest;
    }

    /** Returns the probability in the first column that proposes the bin; {@link BinTableTest} checks that all columns agree. */
    private static double keptAtNearEnd(BinTable table, int bin) {
        long column = 0;
        while (table.propose(column) != bin) {
            column++;
        }
        return table.keptAtNearEnd(column, bin);
    }
}
