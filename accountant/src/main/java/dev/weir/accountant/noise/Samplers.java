package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;

/**
 * The noise distributions of Weir, for rational parameters.
 *
 * <p>Every sampler is exact: the distribution of its draws is the stated one to the last bit, over all integers.
 * Floating point is used only where it is proved to give the result of exact arithmetic. Drawing takes the same time at
 * any scale. Building a sampler takes far longer than a draw, so a sampler is built once and kept.
 *
 * <p>An exact value is an integer in grid steps, a unit moves it by at most c steps, and neighbours differ in one unit.
 * The price is that of the unbounded {@code exact + z}; see {@link Sampler} on saturation.
 */
public final class Samplers {

    private static final int LARGEST_SCALE_LOG2 = 40;
    private static final Ratio LARGEST_SCALE = powerOfTwo(LARGEST_SCALE_LOG2);
    private static final Ratio LARGEST_VARIANCE = powerOfTwo(2 * LARGEST_SCALE_LOG2);

    private Samplers() {}

    /**
     * Discrete Laplace noise: P(z) is proportional to exp(-|z| / scale) over all integers z.
     *
     * <p><b>Guarantee.</b> (c / scale)-DP: Ghosh, Roughgarden and Sundararajan (2009).
     *
     * <p><b>Error.</b> Unbiased, of variance 2 p / (1 - p)^2 with p = exp(-1 / scale), in squared grid steps.
     *
     * @param scale the scale in grid steps, above 0 and at most 2^40
     */
    public static Sampler discreteLaplace(Ratio scale) {
        return new BinSampler(BinnedDistribution.discreteLaplace(checkedScale(scale)));
    }

    /**
     * Rounded Gaussian noise: the integer nearest to a continuous normal variable of mean 0.
     *
     * <p><b>Guarantee.</b> For an integer S, S + round(Z) = round(S + Z): post-processing of the continuous Gaussian
     * mechanism, hence exactly (c / sigma)-GDP (Dong, Roth and Su (2022), Theorem 1) and c^2 / (2 sigma^2)-zCDP (Bun
     * and Steinke (2016), Proposition 1.6).
     *
     * <p><b>Error.</b> Unbiased, of variance sigma^2 + 1/12 for all but the smallest sigma, in squared grid steps.
     *
     * @param variance sigma^2 of the continuous variable, in squared grid steps, above 0 and at most 2^80
     */
    public static Sampler roundedGaussian(Ratio variance) {
        return new BinSampler(BinnedDistribution.roundedGaussian(checkedVariance(variance)));
    }

    private static Ratio checkedScale(Ratio scale) {
        Require.that(scale.compareTo(LARGEST_SCALE) <= 0, "scale", "at most 2^40", scale);
        return scale;
    }

    private static Ratio checkedVariance(Ratio variance) {
        Require.that(variance.compareTo(LARGEST_VARIANCE) <= 0, "variance", "at most 2^80", variance);
        return variance;
    }

    private static Ratio powerOfTwo(int exponent) {
        return new Ratio(BigInteger.ONE.shiftLeft(exponent), BigInteger.ONE);
    }
}
