package dev.weir.accountant.compose.pld;

/**
 * The likelihood ratio of a mixture: with probability 1 - q the ratio is 1, with probability q it is e<sup>gain</sup>.
 */
final class PoissonMixture {

    /**
     * The value from which exponentials are avoided, because beyond 709 they overflow. From this gain on, the first part
     * of the mixture is negligible to the last bit for every rate of at least 1e-100.
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

    /**
     * The gain for which {@link #mixed} is {@code loss}; not a number if every gain gives a larger loss. At
     * a rate below e^-209 the gain may be above 709 although the loss is below 500, so the gain and not the loss decides
     * whether exponentials are avoided.
     */
    static double unmixed(double rate, double loss) {
        double large = loss - Math.log(rate);
        return large < LARGE ? Math.log1p(Math.max(-1.5, Math.expm1(loss) / rate)) : large;
    }
}
