package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Advanced composition: losses add up like a random walk, so that at the price of a small &delta; the &epsilon; grows
 * with the square root of the count.
 *
 * <p><b>Guarantee.</b> {@code k} adaptively chosen (&epsilon;, &delta;)-DP mechanisms are together (&epsilon;',
 * k&delta; + &delta;')-DP for every slack &delta;' in (0, 1), with
 * <ul>
 *   <li>&epsilon;' = &epsilon; &radic;(2k ln(1/&delta;')) + k&epsilon;(e<sup>&epsilon;</sup> - 1): Dwork, Rothblum and
 *       Vadhan (2010), Theorem III.3; Dwork and Roth (2014), Theorem 3.20 ({@link #of});
 *   <li>&epsilon;' = &epsilon; &radic;(2k ln(1/&delta;')) + k&epsilon;(e<sup>&epsilon;</sup> -
 *       1)/(e<sup>&epsilon;</sup> + 1): the same proof with the exact worst-case mean of the loss, &epsilon;
 *       tanh(&epsilon;/2), that of randomized response; one of the three terms of Kairouz, Oh and Viswanath (2015),
 *       Theorem 3.4 ({@link #improved}).
 * </ul>
 *
 *
 * <p><b>What a thousandth, five hundred times, really costs.</b> Lectures like the example &epsilon; = 1/1000, k = 500,
 * &delta;' = 10<sup>-6</sup> and conclude &epsilon;' &le; 0.1. Neither formula gives that: the first says 0.11804, the
 * second 0.11779 (the square root alone is 0.1175). The conclusion is true all the same, but by another theorem:
 * {@link OptimalComposition} says 0.07979, and no mechanism-independent bound can say less. Basic composition says 0.5.
 *
 * <p>Neither formula is ever needed for a bound where {@link OptimalComposition} can be computed, and both can exceed
 * basic composition when &epsilon; is large. They are here because people quote them. Results are rounded up.
 */
public final class AdvancedComposition {

    private AdvancedComposition() {}

    /**
     * The bound of Dwork, Rothblum and Vadhan.
     *
     * @param each the loss of one mechanism
     * @param count how many, 1 to 2<sup>31</sup> - 1
     * @param slack &delta;', above 0 and below 1
     */
    public static ApproximateLoss of(ApproximateLoss each, long count, double slack) {
        return bound(each, count, slack, StrictMath.expm1(each.proper().epsilon()));
    }

    /**
     * The bound with the exact mean of the worst loss; never above {@link #of}.
     *
     * @param each the loss of one mechanism
     * @param count how many, 1 to 2<sup>31</sup> - 1
     * @param slack &delta;', above 0 and below 1
     */
    public static ApproximateLoss improved(ApproximateLoss each, long count, double slack) {
        return bound(each, count, slack, StrictMath.tanh(each.proper().epsilon() / 2));
    }

    private static ApproximateLoss bound(ApproximateLoss each, long count, double slack, double drift) {
        int k = Require.count("count", count);
        double epsilon = each.epsilon();
        double walk = epsilon * StrictMath.sqrt(2.0 * k * -StrictMath.log(Require.probability("slack", slack)));
        double delta = Rounding.sumUp(Rounding.productUp(each.delta(), k), slack);
        return new ApproximateLoss(Rounding.up(walk + k * epsilon * drift, Margin.FORMULA), Math.min(1, delta));
    }
}
