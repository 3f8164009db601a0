package dev.weir.accountant.vote.exact;

/** Computes sums and complements of probabilities from their logarithms. */
public final class LogSpace {

    private LogSpace() {}

    /**
     * The logarithm of a sum: ln(e<sup>a</sup> + e<sup>b</sup>).
     *
     * @param a the logarithm of the first addend
     * @param b the logarithm of the second addend
     */
    public static double sum(double a, double b) {
        double high = Math.max(a, b);
        return high == Double.NEGATIVE_INFINITY ? high : high + StrictMath.log1p(StrictMath.exp(Math.min(a, b) - high));
    }

    /**
     * The logarithm of a complement: ln(1 - e<sup>a</sup>).
     *
     * @param a the logarithm of a probability, at most 0
     */
    public static double complement(double a) {
        return a < -1 ? StrictMath.log1p(-StrictMath.exp(a)) : StrictMath.log(-StrictMath.expm1(a));
    }
}
