package dev.weir.accountant.compose.pld;

/**
 * The likelihood ratio of a mixture: with probability 1 - q the ratio is 1, with probability q it is e<sup>gain</sup>.
 */
final class PoissonMixture {

    /**
     * The gain beyond which the first part of the mixture is negligible to the last bit, and exponentials would
     * overflow.
     */
    private static final double LARGE = 500;

    private PoissonMixture() {}

    /**
     * {@code ln(1 + rate (e^gain - 1))}: the loss of the mixture at a point where the loss of the noise is {@code
     * gain}.
     */
    static double mixed(double rate, double gain) {
        return gain < LARGE ? Math.log1p(rate * Math.expm1(gain)) : gain + Math.log(rate);
    }

    /** The gain for which {@link #mixed} is {@code loss}; not a number if every gain gives a larger loss. */
    static double unmixed(double rate, double loss) {
        return loss < LARGE ? Math.log1p(Math.max(-1.5, Math.expm1(loss) / rate)) : loss - Math.log(rate);
    }
}
