package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * A noise distribution, and the partition of its absolute values |x| into intervals (called bins here) [k W, (k + 1) W)
 * with W = 2^widthLog2.
 *
 * <p>W is the largest power of two up to an eighth of the scale, so a scale has 8 to 16 bins. Bins of an integer
 * distribution contain at least one integer.
 *
 * @param decay the weight of x
 * @param widthLog2 the bin width as a power of two; not negative for an integer distribution
 * @param real true if x is a real number that is rounded in the end, false if x is an integer
 */
record BinnedDistribution(Decay decay, int widthLog2, boolean real) {

    /**
     * The number of binary digits of a real position inside a bin that are always drawn: the number of fraction bits of
     * a double.
     */
    static final int REAL_FRACTION_BITS = 52;

    private static final int BINS_PER_SCALE_LOG2 = 3;

    /** The discrete Laplace distribution: P(z) proportional to exp(-|z| / scale). */
    static BinnedDistribution discreteLaplace(Ratio scale) {
        return new BinnedDistribution(Decay.laplace(scale), Math.max(0, floorLog2(scale) - BINS_PER_SCALE_LOG2), false);
    }

    /** The integer nearest to a normal variable of variance {@code variance}. */
    static BinnedDistribution roundedGaussian(Ratio variance) {
        return new BinnedDistribution(Decay.gaussian(variance), gaussianWidthLog2(variance), true);
    }

    private static int gaussianWidthLog2(Ratio variance) {
        return Math.floorDiv(floorLog2(variance), 2) - BINS_PER_SCALE_LOG2;
    }

    /** The largest integer whose power of two does not exceed the ratio. */
    private static int floorLog2(Ratio ratio) {
        int guess = ratio.numerator().bitLength() - ratio.denominator().bitLength();
        BigInteger numerator = ratio.numerator().shiftLeft(Math.max(-guess, 0));
        BigInteger denominator = ratio.denominator().shiftLeft(Math.max(guess, 0));
        return numerator.compareTo(denominator) >= 0 ? guess : guess - 1;
    }

    /** The largest number of bins with a table entry. Later bins weigh less than 2^-45. */
    int mostBins() {
        return decay.power() == 1 ? 512 : 128;
    }

    /** The number of binary digits of a position inside a bin that are always drawn. */
    int fractionBits() {
        return real ? REAL_FRACTION_BITS : widthLog2;
    }

    /** The number of the {@link #fractionBits} digits that follow the binary point of x. */
    int roundingShift() {
        return fractionBits() - widthLog2;
    }

    /** Whether bin 0 is the number 0 alone, so that its two signs can be counted as one by halving its weight. */
    boolean zeroAlone() {
        return !real && widthLog2 == 0;
    }

    /** Whether "minus zero" has to be rejected, because the integer 0 has the same value under both signs. */
    boolean rejectsMinusZero() {
        return !real && widthLog2 > 0;
    }

    /** The nearest integer to a size that is known to {@link #fractionBits()} digits of a bin. */
    BigInteger rounded(BigInteger size) {
        return real ? size.shiftRight(roundingShift() - 1).add(BigInteger.ONE).shiftRight(1) : size;
    }
}
