package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * What it costs to publish a figure once, with Gaussian noise of standard deviation {@code sigma} times the figure's smooth sensitivity.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced. Let S be {@code beta}-smooth: S of neighbouring votes differs by a factor of
 * at most e<sup>beta</sup>, and the figure differs by at most the smaller S. The outcomes are then normal with standard deviations s and s'
 * times &sigma;, and means that differ by at most min(s, s'). With v = a - (a-1)(s/s')&sup2; the R&eacute;nyi divergence of order a is
 * {@code a (difference/s')^2 / (2 sigma^2 v) - ln(v)/(2 (a-1)) - ln(s/s')}. It is largest for s = e<sup>beta</sup> s', because both terms grow with s/s' from
 * 1 on, and below 1 the divergence is smaller than at the reciprocal. {@link #exact} is that largest value; v is above 0 if a is below 1/(2
 * beta).
 *
 * <p>{@link #theorem} is the formula of Papernot and others (2018), Theorem 23. Near a = 1/(2 beta) and for small &sigma; it is below the exact
 * divergence. {@link #rdp} is the larger of the two.
 *
 * @param order a, the R&eacute;nyi order, above 1 and below 1/(2 beta)
 * @param beta the smoothness, above 0
 * @param sigma &sigma;, the standard deviation of the noise as a multiple of the smooth sensitivity, from 1e-100 to 1e100
 */
public record SanitisedPrice(double order, double beta, double sigma) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a component is out of range */
    public SanitisedPrice {
        Require.order(order);
        Require.positive("beta", beta);
        Require.scale("sigma_ss", sigma);
        Require.holds(2 * order * beta < 1, "order", "below 1 / (2 beta) = " + 1 / (2 * beta), order);
    }

    /** The price by which the release is charged, in R&eacute;nyi divergence of order a, rounded up. */
    public double rdp() {
        return Math.max(theorem(), exact());
    }

    /** The formula of Theorem 23, rounded up: a e<sup>2 beta</sup>/&sigma;&sup2; + (beta a - ln(1 - 2 a beta)/2)/(a - 1). */
    public double theorem() {
        double moved = order * StrictMath.exp(2 * beta) / (sigma * sigma);
        double stretched = beta * order - 0.5 * StrictMath.log1p(-2 * order * beta);
        return Rounding.up(moved + stretched / (order - 1), Margin.FORMULA);
    }

    /** The largest divergence of the two normal outcomes, rounded up; infinite where rounding leaves nothing of v. */
    public double exact() {
        double narrower = (order - 1) * StrictMath.expm1(2 * beta);
        double v = 1 - narrower - 0x1p-50;
        if (v <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        double moved = order / (2 * sigma * sigma * v);
        double stretched = -StrictMath.log(v) / (2 * (order - 1)) - beta;
        return Rounding.up(moved + Math.max(0, stretched), Margin.SERIES);
    }
}
