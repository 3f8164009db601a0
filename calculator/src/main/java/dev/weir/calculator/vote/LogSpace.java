package dev.weir.calculator.vote;

/** Computes sums and complements of probabilities from their logarithms. */
final class LogSpace {

    private LogSpace() {}

    /** The logarithm of a sum: ln(e<sup>a</sup> + e<sup>b</sup>). */
    static double sum(double a, double b) {
        double high = Math.max(a, b);
        return high == Double.NEGATIVE_INFINITY ? high : high + StrictMath.log1p(StrictMath.exp(Math.min(a, b) - high));
    }

    /** The logarithm of a complement: ln(1 - e<sup>a</sup>) for a at most 0. */
    static double complement(double a) {
        return a < -1 ? StrictMath.log1p(-StrictMath.exp(a)) : StrictMath.log(-StrictMath.expm1(a));
    }
}
