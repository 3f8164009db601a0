package dev.weir.accountant.noise;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Integer noise by rejection from power-of-two bins: discrete Laplace, discrete Gaussian and rounded Gaussian. It is
 * exact and takes the same time at any scale.
 *
 * <p><b>One trial</b> takes three words. The first gives a bin k, with probability q_k / 2^63 ({@link BinTable}), and a
 * sign. The second gives a fraction v in [0, 1), so that the size is x = (k + v) W, where W is the bin width. The third
 * is a coin that keeps x with probability lambda w(x) / q_k. So the density of kept values is proportional to the
 * weight w.
 *
 * <ul>
 *   <li><i>Discrete distributions:</i> v has log2 W bits and x is an integer. Zero would be drawn with both signs.
 *       Therefore it has half its weight in the table, or "minus zero" is rejected.
 *   <li><i>Rounded Gaussian:</i> v is real. 52 bits of v are drawn, and further bits only if the coin depends on them.
 *       The integer nearest to x never depends on them: every half-integer is a multiple of 2^-52 W, so none lies
 *       inside the interval in which x is known to lie.
 * </ul>
 *
 * <p><b>The coin is exact.</b> {@link CoinFilter} decides it in floating point if the result is proved to be right.
 * Otherwise, and always in the tail, {@link ExactTrial} decides it from further bits in integer arithmetic.
 *
 * <p><b>Timing.</b> Every trial takes the same three words, look-ups and arithmetic. The only branch depends on whether
 * x is kept, and the number of failed trials is independent of the value that is kept in the end. One in about 2^44
 * trials needs {@link ExactTrial}. {@link BinTable} explains why its addresses do not reveal the size either. Page
 * faults and transformations by a compiler are not covered.
 */
final class BinSampler implements Sampler {

    private static final int UNUSED_BITS = Long.SIZE - ExactTrial.COIN_BITS;
    private static final int LARGEST_FAST_SHIFT = 61;

    private final ExactTrial exactTrial;
    private final BinTable table;
    private final CoinFilter filter;
    private final double margin;
    private final int fractionBits;
    private final int roundingShift;
    private final long half;
    private final long rejectsMinusZero;

    BinSampler(BinnedDistribution distribution) {
        this(distribution, distribution.mostBins(), CoinFilter.MARGIN);
    }

    /** Creates a sampler with a table and a margin of any size, so that tests often reach the rare paths. */
    BinSampler(BinnedDistribution distribution, int mostBins, double margin) {
        this.margin = margin;
        table = new BinTable(distribution, mostBins);
        filter = new CoinFilter(distribution);
        exactTrial = new ExactTrial(distribution, table);
        fractionBits = distribution.fractionBits();
        // for a larger shift the last bin of the table ends below 1/4: the smaller shift also rounds all sizes in the
        // table to 0
        roundingShift = Math.min(distribution.roundingShift(), LARGEST_FAST_SHIFT);
        half = distribution.real() ? 1L << (roundingShift - 1) : 0;
        rejectsMinusZero = distribution.rejectsMinusZero() ? 1 : 0;
    }

    @Override
    public long addTo(long exact, Randomness randomness) {
        while (true) {
            long pick = randomness.nextLong();
            long fraction = randomness.nextLong() >>> UNUSED_BITS >>> (ExactTrial.COIN_BITS - fractionBits);
            long coin = randomness.nextLong() >>> UNUSED_BITS;
            int bin = table.propose(pick >>> 1);
            double nearEnd = table.keptAtNearEnd(pick >>> 1, bin);
            long negative = pick & 1;
            long size = (((long) bin << fractionBits) + fraction + half) >>> roundingShift;
            double chance =
                    filter.chance(bin, nearEnd, unitInterval(fraction << (ExactTrial.COIN_BITS - fractionBits)));
            double above = unitInterval(coin) - chance;
            long minusZero = (size - 1) & -(negative & rejectsMinusZero);
            if ((Double.doubleToRawLongBits(above + margin) & ~minusZero) < 0) {
                return Saturation.add(exact, (size ^ -negative) + negative);
            }
            if (bin == table.tail() || Math.abs(above) <= margin) {
                ExactTrial.Draws draws = new ExactTrial.Draws(bin, fraction, coin, negative != 0);
                Optional<BigInteger> noise = exactTrial.settle(draws, randomness);
                if (noise.isPresent()) {
                    return Saturation.add(exact, noise.get());
                }
            }
        }
    }

    /**
     * A number below 2^52, divided by 2^52, as a double: exact, by setting the fraction bits of a double in [1, 2). A
     * cast gives the same value, but compiles to a conversion instruction that waits for the former content of its
     * target register.
     */
    private static double unitInterval(long bits) {
        return Double.longBitsToDouble(bits | 0x3FF0_0000_0000_0000L) - 1;
    }
}
