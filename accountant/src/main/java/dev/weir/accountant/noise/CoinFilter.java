package dev.weir.accountant.noise;

import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Computes the probability of keeping a proposed size in floating point with a proved error bound. All but a 2^-46 part
 * of the coins can be decided by it, with the same result as exact arithmetic.
 *
 * <p>For x = (k + v) W, 0 &lt;= v &lt; 1, in a bin k below the tail, the probability is T = rho_k exp(-8 y) with
 * rho_k = lambda w(k W) / q_k &lt;= 1 and y = v (a_k + b v). Here a_k = c / 8 and b = 0 for Laplace, c = W / scale; a_k
 * = k c / 4 and b = c / 8 for Gaussian, c = W^2 / (2 sigma^2). {@link #chance} computes T' from the bits of v that are
 * known.
 *
 * <p><b>Ranges.</b> Laplace: c &lt;= 1/8, y &lt; 1/64. Gaussian: c &lt;= 1/128, and k c^(1/2) &lt; 6.92 as bins below
 * the tail weigh more than 2^-69, so 8 y &lt; c (2k + 1) &lt; 13.84 / 128^(1/2) + 1/128 &lt; 1.232; and 8 (a_k + 2b)
 * &lt; 1.24. Hence 0 &lt;= y &lt; 0.154 and exp(-y) &gt; 0.857. (Bins of one integer have v = 0, y = 0.)
 *
 * <p><b>Error</b>, in units of u = 2^-53, with IEEE arithmetic rounded to nearest; products of errors are covered by
 * rounding the figures up.
 *
 * <ol>
 *   <li>v itself is exact, having at most 52 bits. For a real v the unknown bits are worth 2 u: they move 8 y by less
 *       than 8 (a_k + 2 b) 2 u, and T by less than 2.5.
 *   <li>c, a_k, b v, the sum and the product are rounded once each, and no way to y meets more than four of them: y is
 *       off by 4.1 u y, exp(-y) by 0.65 of itself.
 *   <li>The polynomial is the Taylor series to degree 10, cut by less than 0.154^11 / 11! &lt; 0.3. Rounding 1 - y,
 *       adding the next two terms and adding the rest err by 0.5 each, their smaller parts by less than 0.1 together.
 *       That is 1.9 absolutely, 2.3 of exp(-y).
 *   <li>Three squarings turn 0.65 + 2.3 into 8 times that, and their own roundings add 4 + 2 + 1: 31 of exp(-8 y).
 *   <li>rho_k and the product with it are rounded once each: 2.
 *   <li>The 52 bits of the coin leave 2 open.
 * </ol>
 *
 * <p>Since T &lt;= 1, together less than 38 u. Subtraction and addition of the margin err by less than 2^-50 of the
 * margin. So a coin further than {@link #MARGIN} = 64 u from T' lies on the same side of T, whatever its further bits
 * are.
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

    /** The double nearest to the ratio. */
    private static double nearest(Ratio ratio) {
        return new BigDecimal(ratio.numerator())
                .divide(new BigDecimal(ratio.denominator()), MathContext.DECIMAL128)
                .doubleValue();
    }

    /**
     * The approximation T' of the probability of keeping the size at fraction v of a bin.
     *
     * @param keptAtNearEnd rho_k; 0 for the tail, which only exact coins keep
     */
    double chance(int bin, double keptAtNearEnd, double v) {
        return keptAtNearEnd * expMinusEightTimes(v * (slope + slopePerBin * bin + curvature * v));
    }

    /**
     * The Taylor polynomial, evaluated by pairs of terms instead of Horner's scheme, because the processor computes the
     * pairs side by side.
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
