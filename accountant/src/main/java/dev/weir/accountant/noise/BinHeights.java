package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** How much a distribution weighs where its bins begin: what {@link BinTable} makes proposals of. */
final class BinHeights {

    /** Heights are in units of 2 to this power below 0. */
    static final int BITS = 192;

    /** The tail weighs more by 2 to this power. */
    static final int TAIL_STOP_LOG2 = 5;

    private static final int NEGLIGIBLE_LOG2 = 69;

    private BinHeights() {}

    /**
     * Upper bounds of w(k W), in units of 2^-BITS; the last one, the tail's, 32 times that.
     *
     * <p>With c = rate W^power, w falls from bin k to the next by exp(-c) for Laplace and by exp(-c) exp(-2c)^k for
     * Gaussian. Each product widens its enclosure by the factor's width and one unit, so after 512 of them a height is
     * good to 2^-170, and to 2^-100 of itself.
     */
    static List<BigInteger> of(BinnedDistribution distribution, int mostBins) {
        Ratio rate = distribution.decay().inUnitsOf(distribution.widthLog2());
        Enclosure fall = Enclosure.expMinus(rate.numerator(), rate.denominator(), BITS);
        BigInteger twice = BigInteger.valueOf(2L * distribution.decay().power() - 2);
        Enclosure bend = Enclosure.expMinus(rate.numerator().multiply(twice), rate.denominator(), BITS);
        BigInteger negligible = BigInteger.ONE.shiftLeft(BITS - NEGLIGIBLE_LOG2);
        Enclosure height = Enclosure.expMinus(BigInteger.ZERO, BigInteger.ONE, BITS);
        List<BigInteger> heights = new ArrayList<>();
        while (heights.size() < mostBins - 1 && height.high().compareTo(negligible) > 0) {
            heights.add(height.high());
            height = height.times(fall);
            fall = fall.times(bend);
        }
        if (distribution.zeroAlone()) {
            heights.set(0, heights.get(0).shiftRight(1).add(BigInteger.ONE));
        }
        heights.add(height.high().shiftLeft(TAIL_STOP_LOG2));
        return heights;
    }
}
