package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Computes the probability of keeping a proposed size in floating point with a proved error bound. It decides all coins
 * but a fraction of 2^-46, with the same result as exact arithmetic.
 *
 * <p>For x = (k + v) W, 0 &lt;= v &lt; 1, in a bin k below the tail, the probability is T = rho_k exp(-8 y) with rho_k
 * = lambda w(k W) / q_k &lt;= 1 and y = v (a_k + b v). For Laplace, c = W / scale, a_k = c / 8 and b = 0. For Gaussian,
 * c = W^2 / (2 sigma^2), a_k = k c / 4 and b = c / 8. {@link #chance} computes T' from the bits of v that are known.
 *
 * <p><b>Ranges.</b> Laplace: c &lt;= 1/8, y &lt; 1/64. Gaussian: c &lt;= 1/128, and k c^(1/2) &lt; 6.92 as bins below
 * the tail weigh more than 2^-69, so 8 y &lt; c (2k + 1) &lt; 13.84 / 128^(1/2) + 1/128 &lt; 1.232; and 8 (a_k + 2b)
 * &lt; 1.24. Hence 0 &lt;= y &lt; 0.154 and exp(-y) &gt; 0.857. (Bins of one integer have v = 0, y = 0.)
 *
 * <p><b>Error</b>, in units of u = 2^-53, with IEEE arithmetic rounded to nearest. The figures are rounded up, which
 * covers products of errors.
 *
 * <ol>
 *   <li>v itself is exact, having at most 52 bits. The unknown bits of a real v amount to less than 2 u: they change 8
 *       y by less than 8 (a_k + 2 b) 2 u, and T by less than 2.5.
 *   <li>c, a_k, b v, the sum and the product are rounded once each, and each part of y passes at most four of these
 *       roundings: the error of y is 4.1 u y, and the relative error of exp(-y) is 0.65.
 *   <li>The polynomial is the Taylor series to degree 10, whose remainder is 0.154^11 / 11! &lt; 0.3. Rounding 1 - y,
 *       adding the next two terms and adding the rest have errors of 0.5 each, the roundings of the smaller parts less
 *       than 0.1 together. The sum is 1.9, or 2.3 relative to exp(-y).
 *   <li>Three squarings multiply the relative error of 0.65 + 2.3 by 8, and their own roundings add 4 + 2 + 1: 31
 *       relative to exp(-8 y).
 *   <li>rho_k and the product with it are rounded once each: 2.
 *   <li>The bits of the coin after the first 52 are unknown: 2.
 * </ol>
 *
 * <p>Since T &lt;= 1, the sum of all errors is less than 38 u. The errors of subtracting and adding the margin are less
 * than 2^-50 of the margin. So a coin whose distance exceeds {@link #MARGIN} = 64 u from T' lies on the same side of T
 * as of T', whatever its further bits are.
 */
final class CoinFilter {

    static final double MARGIN = 0x1p-47;

    private static final double EIGHTH = 0.125;

    private final double slope;
    private final double slopePerBin;
    private final double curvature;

    CoinFilter(BinnedDistribution distribution) {
        boolean point = distribution.fractionBits() == 0;
        boolean linear = distribution.decay().power() == 1;
        double eighth = EIGHTH * nearest(distribution.decay().inUnitsOf(distribution.widthLog2()));
        slope = linear && !point ? eighth : 0;
        slopePerBin = linear || point ? 0 : 2 * eighth;
        curvature = linear || point ? 0 : eighth;
    }

    /** The double nearest to the first 34 digits of the ratio. */
    private static double nearest(Ratio ratio) {
        return new BigDecimal(ratio.numerator())
                .divide(new BigDecimal(ratio.denominator()), MathContext.DECIMAL128)
                .doubleValue();
    }

    /**
     * The approximation T' of the probability of keeping the size at fraction v of a bin.
     *
     * @param keptAtNearEnd rho_k; 0 for the tail, whose coins are always decided exactly
     */
    double chance(int bin, double keptAtNearEnd, double v) {
        return keptAtNearEnd * expMinusEightTimes(v * (slope + slopePerBin * bin + curvature * v));
    }

    /**
     * The Taylor polynomial, evaluated by pairs of terms instead of Horner's scheme, because the processor computes the
     * pairs in parallel.
     */
    private static double expMinusEightTimes(double y) {
        double y2 = y * y;
        double y4 = y2 * y2;
        double first = (1 - y) + y2 * (1 / 2.0 - y * (1 / 6.0));
        double second = (1 / 24.0 - y * (1 / 120.0)) + y2 * (1 / 720.0 - y * (1 / 5040.0));
        double third = (1 / 40320.0 - y * (1 / 362880.0)) + y2 * (1 / 3628800.0);
        double exp = first + y4 * (second + y4 * third);
        double exp2 = exp * exp;
        double exp4 = exp2 * exp2;
        return exp4 * exp4;
    }
}
