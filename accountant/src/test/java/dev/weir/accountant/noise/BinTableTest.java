package dev.weir.accountant.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BinTableTest {

    private static final int LEVELS = 64;
    private static final BigInteger TOTAL = BigInteger.ONE.shiftLeft(63);

    static Stream<BinnedDistribution> distributions() {
        return Stream.of("0.001", "0.3", "1", "7.9", "15.99", "16", "24.01", "31.99", "12000.5", "1099511627776")
                .map(scale -> Ratio.of(new BigDecimal(scale)))
                .flatMap(scale -> Stream.of(
                        BinnedDistribution.discreteLaplace(scale),
                        BinnedDistribution.roundedGaussian(scale.times(scale))));
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void the_columns_give_every_bin_exactly_its_weight(BinnedDistribution distribution) {
        for (int mostBins : new int[] {16, distribution.mostBins()}) {
            BinTable table = new BinTable(distribution, mostBins);
            BigInteger[] drawn = massOfEachEntry(table);
            BigInteger sum = BigInteger.ZERO;
            for (int k = 0; k <= table.tail(); k++) {
                BigInteger weight = table.weight(k).shiftRight(k == 0 && distribution.zeroAlone() ? 1 : 0);
                assertThat(drawn[k]).isEqualTo(weight);
                sum = sum.add(weight);
            }
            assertThat(sum).isEqualTo(TOTAL);
        }
    }

    /** Checks condition (*) in decimal arithmetic, for the table and 300 bins of the tail. */
    @ParameterizedTest
    @MethodSource("distributions")
    void no_bin_is_proposed_less_often_than_its_sizes_are_kept(BinnedDistribution distribution) {
        for (int mostBins : new int[] {16, distribution.mostBins()}) {
            BinTable table = new BinTable(distribution, mostBins);
            BigDecimal lambda = new BigDecimal(table.lambda());
            for (int k = 0; k < table.tail() + 300; k += k < 20 ? 1 : 7) {
                assertThat(lambda.multiply(weight(distribution, k))).isLessThanOrEqualTo(proposed(table, k));
            }
        }
    }

    /** Checks both ends of every column, to one rounding. The tail is never accepted with this probability. */
    @ParameterizedTest
    @MethodSource("distributions")
    void whichever_column_proposes_a_bin_keeps_its_near_end_with_the_same_probability(BinnedDistribution distribution) {
        BinTable table = new BinTable(distribution, distribution.mostBins());
        double[] kept = new double[table.tail() + 1];
        for (int bin = 0; bin < table.tail(); bin++) {
            kept[bin] = new BigDecimal(table.lambda())
                    .multiply(weight(distribution, bin))
                    .divide(new BigDecimal(table.weight(bin)), Digits.HUNDRED)
                    .doubleValue();
        }
        int size = Integer.highestOneBit(table.tail()) << 1;
        long last = Long.divideUnsigned(1L << 63, size) - 1;
        for (int column = 0; column < size; column++) {
            for (long bits : new long[] {column, last * size + column}) {
                int bin = table.propose(bits);
                assertThat(table.keptAtNearEnd(bits, bin)).isCloseTo(kept[bin], within(0x1p-52));
            }
        }
    }

    /**
     * A processor may be slower in some parts of a table than in others, so the place of a look-up must not depend on the
     * size of the noise. If columns were in the order of their bins, the rank correlation of column and bin over a grid of
     * proposals would be 0.27 to 0.66. Tables of fewer than 64 columns fit into a few cache lines.
     */
    @ParameterizedTest
    @MethodSource("distributions")
    void where_a_bin_is_looked_up_says_nothing_of_how_far_it_is(BinnedDistribution distribution) {
        BinTable table = new BinTable(distribution, distribution.mostBins());
        int size = Integer.highestOneBit(table.tail()) << 1;
        long level = Long.divideUnsigned(1L << 63, size) / LEVELS;
        double[] columns = new double[size * LEVELS];
        double[] bins = new double[size * LEVELS];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = i % size;
            bins[i] = table.propose(level * (i / size) * size + i % size);
        }
        double correlation = new SpearmansCorrelation().correlation(columns, bins);
        assertThat(size < 64 ? 0 : correlation).isBetween(-0.1, 0.1);
    }

    private static BigDecimal weight(BinnedDistribution distribution, int k) {
        Ratio rate = distribution.decay().inUnitsOf(distribution.widthLog2());
        BigInteger exponent = rate.numerator()
                .multiply(BigInteger.valueOf(k).pow(distribution.decay().power()));
        BigDecimal x = Digits.quotient(exponent, rate.denominator());
        return x.compareTo(BigDecimal.valueOf(1000)) > 0 ? BigDecimal.ZERO : Digits.expMinus(x);
    }

    private static BigDecimal proposed(BinTable table, int k) {
        BigDecimal weight = new BigDecimal(table.weight(Math.min(k, table.tail())));
        int beyond = k - table.tail();
        return beyond < 0
                ? weight
                : weight.multiply(new BigDecimal("0.03125"))
                        .multiply(new BigDecimal("0.96875").pow(beyond, Digits.HUNDRED));
    }

    /**
     * Returns the mass of each entry. Each column has one threshold, so {@code propose} is a step function of the high bits,
     * and bisection finds the units below the threshold. The column and the other bin are read at both ends.
     */
    private static BigInteger[] massOfEachEntry(BinTable table) {
        int size = Integer.highestOneBit(table.tail()) << 1;
        long capacity = Long.divideUnsigned(1L << 63, size);
        BigInteger[] mass = new BigInteger[size];
        Arrays.fill(mass, BigInteger.ZERO);
        for (int c = 0; c < size; c++) {
            int last = table.propose((capacity - 1) * size + c);
            long low = 0;
            long high = capacity;
            while (low < high) {
                long middle = (low + high) >>> 1;
                boolean other = table.propose(middle * size + c) == last;
                low = other ? low : middle + 1;
                high = other ? middle : high;
            }
            mass[last] = mass[last].add(BigInteger.valueOf(capacity - low));
            int own = table.propose(c);
            mass[own] = mass[own].add(BigInteger.valueOf(low));
        }
        return mass;
    }
}
