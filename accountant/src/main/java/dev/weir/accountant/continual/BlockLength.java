package dev.weir.accountant.continual;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * The length, as a whole number, of the vector by which a contribution moves a block (the integers of one aggregate in one cell). A series
 * of blocks uses this length where a series of single numbers uses the absolute value of a contribution.
 *
 * <p>Under Laplace noise a length is the l1 size itself. Under Gaussian noise a length is the square root of the squared l2 size q, rounded
 * up to whole units of 2<sup>-bits</sup> grid steps: ceil(&radic;(q 4<sup>bits</sup>)). A length is therefore never too small, and less
 * than one unit too large. The rounded root is exact; a double is only the starting point of the search for the root.
 *
 * <p><b>Why a length may replace an absolute value.</b> A contribution moves a block by a vector v of whole numbers. The number k of the
 * block has its own series with independent noise of variance f<sub>k</sub> sigma&sup2; or scale f<sub>k</sub> b, with sigma and b of
 * {@link SeriesPrice}. Gamma are the inner products of columns of C ({@link SensitivityBound}), u<sub>k</sub> are a unit's contributions to
 * the series of number k, and |v| is the length of v, where the size of each number (its square under Gaussian noise) is divided by its
 * factor:
 *
 * <ul>
 *   <li>Gaussian noise: after division by &radic;f<sub>k</sub> all series have noise of the same variance. The squared sensitivity
 *       therefore is &sum;<sub>k</sub> ||C u<sub>k</sub>||&sup2; / f<sub>k</sub> = &sum;<sub>i,j</sub> Gamma(distance) &lang;v<sub>i</sub>,
 *       v<sub>j</sub>&rang; &le; &sum;<sub>i,j</sub> Gamma(distance) |v<sub>i</sub>| |v<sub>j</sub>|, with &lang;v, w&rang; = &sum;
 *       v<sub>k</sub> w<sub>k</sub> / f<sub>k</sub>: because Gamma is never negative and by the inequality of Cauchy and Schwarz. The last
 *       sum is the bound for a series of single numbers of sizes |v<sub>i</sub>|, whose growth is charged. The inequality is an equality
 *       for vectors of one direction; for other vectors the charge is too large. Later increments may be chosen by looking at earlier
 *       releases, because the y's of all series at a step are one Gaussian mechanism, as for a single series.
 *   <li>Laplace noise: v moves H nodes of the tree of number k by v<sub>k</sub>, which costs H &sum; |v<sub>k</sub>| / (f<sub>k</sub> b)
 *       = H |v|<sub>1</sub> / b.
 * </ul>
 *
 * <p>Source: derived here.
 *
 * @param norm the norm in which the noise measures sizes
 * @param bits the unit of lengths is 2<sup>-bits</sup> grid steps; at least 0, and 0 under Laplace noise
 */
record BlockLength(Norm norm, int bits) implements Serializable {

    /** Lengths whose square has at most this many bits are computed in {@code long} arithmetic. */
    private static final int WORD_BITS = Long.SIZE - 2;

    /**
     * Chooses whole grid steps under Laplace noise, and under Gaussian noise the finest units in which the square of a full-size length
     * fits into {@link #WORD_BITS} bits, or whole grid steps if no units do.
     */
    static BlockLength of(Norm norm, BigInteger fullSize) {
        return new BlockLength(norm, norm == Norm.L1 ? 0 : Math.max(0, (WORD_BITS - fullSize.bitLength()) / 2));
    }

    /**
     * The sum of 1 / f over the numbers of a block.
     *
     * @param factors the factor f of each number; 1 / f is a whole number
     */
    static long spread(List<Ratio> factors) {
        return factors.stream().mapToLong(Ratio::wholeInverse).sum();
    }

    /**
     * Returns the length of a vector. The method allocates objects only under Gaussian noise, and only if the square of the length has more
     * than {@link #WORD_BITS} bits.
     *
     * @param sizeHigh the bits of the vector's size from 2<sup>64</sup> up, at least 0
     * @param sizeLow the lowest 64 bits of the vector's size
     * @return the length in units, rounded up; {@link Long#MAX_VALUE} if the length is larger
     */
    long of(long sizeHigh, long sizeLow) {
        if (norm == Norm.L1) {
            return sizeHigh == 0 && sizeLow >= 0 ? sizeLow : Long.MAX_VALUE;
        }
        boolean isNarrow = sizeHigh == 0 && sizeLow >>> (WORD_BITS - 2 * bits) == 0;
        return isNarrow ? root(sizeLow << (2 * bits)) : wideRoot(UInt128.toBigInteger(sizeHigh, sizeLow));
    }

    /**
     * Returns the length of a vector of full size. The scale of the noise follows from this length. A length beyond the
     * range of {@code long} is refused, because cutting it would make the noise too small.
     *
     * @param fullSize the largest size, at least 1
     * @return the length in units, rounded up; below {@link Long#MAX_VALUE}
     * @throws InvalidParameter if the length is not below {@link Long#MAX_VALUE}
     */
    long ofFullSize(BigInteger fullSize) {
        boolean isTwoWords = fullSize.bitLength() < 2 * Long.SIZE;
        long length = isTwoWords ? of(UInt128.high(fullSize), UInt128.low(fullSize)) : Long.MAX_VALUE;
        String was = "a size of " + fullSize.bitLength() + " bits";
        Require.that(length < Long.MAX_VALUE, "full size of a block", "below 2^63 - 1 in length", was);
        return length;
    }

    /** The smallest whole number whose square is at least {@code number}, which is below 2<sup>62</sup>. */
    private static long root(long number) {
        long root = (long) Math.sqrt((double) number);
        while (root * root < number) {
            root++;
        }
        while (root > 0 && (root - 1) * (root - 1) >= number) {
            root--;
        }
        return root;
    }

    private long wideRoot(BigInteger size) {
        BigInteger[] root = size.shiftLeft(2 * bits).sqrtAndRemainder();
        BigInteger up = root[0].add(BigInteger.valueOf(root[1].signum()));
        return up.bitLength() < Long.SIZE ? up.longValueExact() : Long.MAX_VALUE;
    }
}
