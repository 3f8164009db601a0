package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Advanced composition: losses add up like a random walk. In exchange for a small &delta;, the &epsilon; grows with the
 * square root of the number of mechanisms.
 *
 * <p><b>Guarantee.</b> {@code k} adaptively chosen (&epsilon;, &delta;)-DP mechanisms are together (&epsilon;',
 * k&delta; + &delta;')-DP for every slack &delta;' in (0, 1), with
 * <ul>
 *   <li>&epsilon;' = &epsilon; &radic;(2k ln(1/&delta;')) + k&epsilon;(e<sup>&epsilon;</sup> - 1): Dwork, Rothblum and
 *       Vadhan (2010), Theorem III.3; Dwork and Roth (2014), Theorem 3.20 ({@link #of});
 *   <li>&epsilon;' = &epsilon; &radic;(2k ln(1/&delta;')) + k&epsilon;(e<sup>&epsilon;</sup> -
 *       1)/(e<sup>&epsilon;</sup> + 1): the same proof with the exact worst-case mean of the loss, &epsilon;
 *       tanh(&epsilon;/2), which randomized response attains; one of the three terms of Kairouz, Oh and Viswanath
 *       (2015), Theorem 3.4 ({@link #improved}).
 * </ul>
 *
 * <p><b>A common example.</b> Lectures often use &epsilon; = 1/1000, k = 500, &delta;' = 10<sup>-6</sup> and conclude
 * &epsilon;' &le; 0.1. Neither formula gives this: the first gives 0.11804, the second 0.11779 (the square root alone
 * is 0.1175). The conclusion is still true, but by another theorem: {@link OptimalComposition} gives 0.07979, and no
 * mechanism-independent bound can be smaller. Basic composition gives 0.5.
 *
 * <p>{@link OptimalComposition} is never worse, so neither formula is needed where it can be computed. Both can exceed
 * basic composition if &epsilon; is large. They are here because people quote them. Results are rounded up.
 */
public final class AdvancedComposition {

    private AdvancedComposition() {}

    /**
     * The bound of Dwork, Rothblum and Vadhan.
     *
     * @param each the loss of one mechanism
     * @param count the number of mechanisms, 1 to 2<sup>31</sup> - 1
     * @param slack &delta;', above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} or {@code slack} is out of range
     */
    public static ApproximateLoss of(ApproximateLoss each, long count, double slack) {
        return bound(each, count, slack, StrictMath.expm1(each.proper().epsilon()));
    }

    /**
     * The bound with the exact worst-case mean of the loss. It never exceeds {@link #of}.
     *
     * @param each the loss of one mechanism
     * @param count the number of mechanisms, 1 to 2<sup>31</sup> - 1
     * @param slack &delta;', above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} or {@code slack} is out of range
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
