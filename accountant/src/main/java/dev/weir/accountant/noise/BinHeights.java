package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The weights of a distribution at the beginnings of its bins. {@link BinTable} computes the probabilities of proposals
 * from them.
 */
final class BinHeights {

    /** The unit of heights is 2^-BITS. */
    static final int BITS = 192;

    /** The height of the tail is multiplied by 2 to this power. */
    static final int TAIL_STOP_LOG2 = 5;

    private static final int NEGLIGIBLE_LOG2 = 69;

    private BinHeights() {}

    /**
     * Upper bounds of w(k W), in units of 2^-BITS. The last one is that of the tail, multiplied by 32.
     *
     * <p>With c = rate W^power, w falls from bin k to the next by exp(-c) for Laplace and by exp(-c) exp(-2c)^k for
     * Gaussian. Each product widens its enclosure by the factor's width and one unit, so after 512 products the error
     * of a height is at most 2^-170, and relative to the height of a bin below the tail at most 2^-100.
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
