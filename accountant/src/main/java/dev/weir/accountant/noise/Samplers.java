package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;

/**
 * The noise laws of Weir. Every sampler is exact: its law is the stated one to the last bit, for rational parameters of
 * any size, and no floating-point number decides a sample.
 */
public final class Samplers {

    private static final int LARGEST_SCALE_LOG2 = 40;
    private static final Ratio LARGEST_SCALE = powerOfTwo(LARGEST_SCALE_LOG2);
    private static final Ratio LARGEST_VARIANCE = powerOfTwo(2 * LARGEST_SCALE_LOG2);

    private Samplers() {}

    /**
     * Discrete Laplace noise: P(z) is proportional to exp(-|z| / scale) over all integers z.
     *
     * <p><b>Guarantee.</b> If one unit moves the exact value by at most c steps, {@code exact + z} is (c / scale)-DP:
     * Ghosh, Roughgarden and Sundararajan (2009); Canonne, Kamath and Steinke (2020), section 5.
     *
     * @param scale in grid steps, above 0 and at most 2^40
     */
    public static Sampler discreteLaplace(Ratio scale) {
        if (scale.compareTo(LARGEST_SCALE) > 0) {
            throw new IllegalArgumentException("scale must be at most 2^40, was " + scale);
        }
        return new ExactDiscreteLaplace(scale);
    }

    /**
     * Rounded Gaussian noise: the integer nearest to a continuous normal variable of mean 0.
     *
     * <p><b>Guarantee.</b> For an integer S, S + round(Z) = round(S + Z): post-processing of the continuous Gaussian
     * mechanism. If one unit moves the exact value by at most c steps, the release is (c / sigma)-GDP (Dong, Roth and
     * Su 2022, Theorem 1) and c^2 / (2 sigma^2)-zCDP (Bun and Steinke 2016, Proposition 1.6).
     *
     * <p><b>Error.</b> Unbiased, of variance sigma^2 + 1/12 for all but the smallest sigma, in squared grid steps.
     *
     * @param variance sigma^2 of the continuous variable, in squared grid steps, above 0 and at most 2^80
     */
    public static Sampler roundedGaussian(Ratio variance) {
        if (variance.compareTo(LARGEST_VARIANCE) > 0) {
            throw new IllegalArgumentException("variance must be at most 2^80, was " + variance);
        }
        return new ExactRoundedGaussian(variance);
    }

    private static Ratio powerOfTwo(int exponent) {
        return new Ratio(BigInteger.ONE.shiftLeft(exponent), BigInteger.ONE);
    }
}
