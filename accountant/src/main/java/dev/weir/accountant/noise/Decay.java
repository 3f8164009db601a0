package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * The weight of a noise value, exp(-rate |x|^power): Laplace for power 1, Gaussian for power 2.
 *
 * @param rate 1 / scale for Laplace, 1 / (2 sigma^2) for Gaussian, in grid steps to the power of {@code -power}
 * @param power 1 or 2
 */
record Decay(Ratio rate, int power) {

    private static final Ratio ONE = Ratio.of(1, 1);
    private static final Ratio TWO = Ratio.of(2, 1);

    static Decay laplace(Ratio scale) {
        return new Decay(ONE.dividedBy(scale), 1);
    }

    static Decay gaussian(Ratio variance) {
        return new Decay(ONE.dividedBy(variance.times(TWO)), 2);
    }

    /** The weight of x = position * 2^exponent, to {@code bits} binary digits. */
    Enclosure weight(BigInteger position, int exponent, int bits) {
        Ratio scaled = inUnitsOf(exponent);
        return Enclosure.expMinus(scaled.numerator().multiply(position.pow(power)), scaled.denominator(), bits);
    }

    /** The rate if x is counted in units of 2^exponent. */
    Ratio inUnitsOf(int exponent) {
        Ratio factor = new Ratio(BigInteger.ONE.shiftLeft(Math.abs(exponent * power)), BigInteger.ONE);
        return exponent >= 0 ? rate.times(factor) : rate.dividedBy(factor);
    }
}
