package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;

/**
 * Basic composition: losses add up.
 *
 * <p><b>Guarantee.</b> Mechanisms that are (&epsilon;<sub>i</sub>, &delta;<sub>i</sub>)-DP are together
 * (&sum;&epsilon;<sub>i</sub>, &sum;&delta;<sub>i</sub>)-DP, even if each mechanism is chosen after seeing the answers
 * of the earlier ones: Dwork, Kenthapadi, McSherry, Mironov and Naor (2006), Theorem 1; Dwork and Roth (2014), Theorem
 * 3.16 and Appendix B.
 *
 * <p>Sums and products that are not exact are rounded up to the next double.
 */
public final class BasicComposition {

    private BasicComposition() {}

    /**
     * The loss of {@code count} mechanisms with the same loss.
     *
     * @param each the loss of one mechanism
     * @param count the number of mechanisms, 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} is out of range
     */
    public static ApproximateLoss of(ApproximateLoss each, long count) {
        int times = Require.count("count", count);
        return new ApproximateLoss(
                Rounding.productUp(each.proper().epsilon(), times),
                Math.min(1, Rounding.productUp(each.delta(), times)));
    }
}
