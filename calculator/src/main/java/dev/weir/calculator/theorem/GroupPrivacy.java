package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Group privacy: the guarantee for several units of a mechanism that protects one unit.
 *
 * <p><b>Guarantee.</b> An (&epsilon;, &delta;)-DP mechanism is (k&epsilon;, &delta;<sub>k</sub>)-DP for inputs that
 * differ in k units. Changing one input into the other unit by unit gives &delta;<sub>1</sub> = &delta; and
 * &delta;<sub>j+1</sub> = &delta; + e<sup>&epsilon;</sup> &delta;<sub>j</sub>, hence &delta;<sub>k</sub> = &delta;
 * (e<sup>k&epsilon;</sup> - 1)/(e<sup>&epsilon;</sup> - 1): Dwork and Roth (2014), Theorem 2.2 for &delta; = 0. Results
 * are rounded up.
 */
public final class GroupPrivacy {

    private GroupPrivacy() {}

    /**
     * The loss of a group of units.
     *
     * @param each the loss of one unit
     * @param size k, the number of units, 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code size} is out of range
     */
    public static ApproximateLoss of(ApproximateLoss each, long size) {
        int k = Require.count("size", size);
        double epsilon = each.proper().epsilon();
        double steps = epsilon == 0
                ? k
                : StrictMath.exp(Rounding.productUp(k - 1, epsilon))
                        * StrictMath.expm1(-k * epsilon)
                        / StrictMath.expm1(-epsilon);
        return group(each, k, steps);
    }

    private static ApproximateLoss group(ApproximateLoss each, int k, double steps) {
        double delta = each.delta() == 0 ? 0 : Math.min(1, Rounding.up(each.delta() * steps, Margin.FORMULA));
        return new ApproximateLoss(Rounding.productUp(each.epsilon(), k), delta);
    }
}
