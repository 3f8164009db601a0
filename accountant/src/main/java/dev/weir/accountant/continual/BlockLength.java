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
 * The length, as a whole number, of the vector by which a contribution moves a block (the integers of one aggregate in
 * one cell). In a series of blocks this length plays the part that the absolute value of a contribution plays in a
 * series of single numbers.
 *
 * <p>Under Laplace noise a length is the l1 size itself. Under Gaussian noise it is the square root of the squared l2 size q, which
 * mostly is no whole number: it is rounded up to units of 2<sup>-bits</sup> grid steps, ceil(&radic;(q 4<sup>bits</sup>)), so a
 * length is never too small, and at most one unit too large. The root of whole numbers is exact; a double only says where to look
 * for it.
 *
 * <p><b>Why a length stands for a size.</b> A contribution moves a block by a vector v of whole numbers. Number k has a series of its own
 * with noise of its own, of variance f<sub>k</sub> sigma&sup2; or scale f<sub>k</sub> b of {@link SeriesPrice}, independent of that of the
 * others; u<sub>k</sub> is what a unit has contributed to it. |v| is the length by the factors:
 *
 * <ul>
 *   <li>Gaussian noise: all C u<sub>k</sub> / &radic;f<sub>k</sub> together are moved before noise of one variance, so what counts is
 *       &sum;<sub>k</sub> ||C u<sub>k</sub>||&sup2; / f<sub>k</sub> = &sum;<sub>i,j</sub> Gamma(distance) &lang;v<sub>i</sub>,
 *       v<sub>j</sub>&rang; &le; &sum;<sub>i,j</sub> Gamma(distance) |v<sub>i</sub>| |v<sub>j</sub>|, with &lang;v, w&rang; = &sum;
 *       v<sub>k</sub> w<sub>k</sub> / f<sub>k</sub>: Gamma is never negative, and the rest is the inequality of Cauchy and Schwarz. That is
 *       the bound of a series of numbers of sizes |v<sub>i</sub>|, whose growth is charged. It is exact for vectors that point the same
 *       way, and too much for others. The later increments may be chosen by looking at earlier releases, because it is one Gaussian
 *       mechanism as before, on the y's of all series at a step.
 *   <li>Laplace noise: v moves H nodes of the tree of number k by v<sub>k</sub>, which costs H &sum; |v<sub>k</sub>| / (f<sub>k</sub> b)
 *       = H |v|<sub>1</sub> / b.
 * </ul>
 *
 * <p>Source: derived here.
 *
 * @param norm how the noise measures sizes
 * @param bits how fine units are, at least 0; 0 under Laplace noise
 */
record BlockLength(Norm norm, int bits) implements Serializable {

    /** Lengths whose square has fewer bits than this are computed in {@code long} arithmetic. */
    private static final int WORD_BITS = Long.SIZE - 2;

    /**
     * The length in the finest units in which the square of a full-size length still fits into {@link #WORD_BITS} bits.
     */
    static BlockLength of(Norm norm, BigInteger fullSize) {
        return new BlockLength(norm, norm == Norm.L1 ? 0 : Math.max(0, (WORD_BITS - fullSize.bitLength()) / 2));
    }

    /**
     * The sum of the 1 / f of a block's numbers.
     *
     * @param factors f: 1 / f is whole
     */
    static long spread(List<Ratio> factors) {
        return factors.stream().mapToLong(Ratio::wholeInverse).sum();
    }

    /**
     * The length of a vector. Makes objects only where the size is beyond {@link #WORD_BITS}.
     *
     * @param sizeHigh the bits of its size from 2<sup>64</sup> up, at least 0
     * @param sizeLow the lowest 64 bits of its size
     * @return in units, rounded up; {@link Long#MAX_VALUE} if it is larger
     */
    long of(long sizeHigh, long sizeLow) {
        if (norm == Norm.L1) {
            return sizeHigh == 0 && sizeLow >= 0 ? sizeLow : Long.MAX_VALUE;
        }
        boolean isNarrow = sizeHigh == 0 && sizeLow >>> (WORD_BITS - 2 * bits) == 0;
        return isNarrow ? root(sizeLow << (2 * bits)) : wideRoot(UInt128.toBigInteger(sizeHigh, sizeLow));
    }

    /**
     * The length of a vector of full size. The scale of the noise follows from it, and a length that is cut to the
     * range of {@code long} would make the noise too small: it is refused.
     *
     * @param fullSize the largest size, at least 1
     * @return in units, rounded up; below {@link Long#MAX_VALUE}
     * @throws InvalidParameter if it is larger
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
