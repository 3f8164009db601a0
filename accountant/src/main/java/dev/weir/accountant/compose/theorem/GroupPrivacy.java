package dev.weir.accountant.compose.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Group privacy: the protection of several units by a mechanism that protects one.
 *
 * <p><b>Guarantee.</b> An (&epsilon;, &delta;)-DP mechanism is (k&epsilon;, &delta;<sub>k</sub>)-DP for inputs that
 * differ in k units. Walking from one input to the other unit by unit gives &delta;<sub>1</sub> = &delta; and
 * &delta;<sub>j+1</sub> = &delta; + e<sup>&epsilon;</sup> &delta;<sub>j</sub>, hence
 * <ul>
 *   <li>&delta;<sub>k</sub> = &delta; (e<sup>k&epsilon;</sup> - 1)/(e<sup>&epsilon;</sup> - 1) ({@link #of}), at most
 *   <li>k e<sup>(k-1)&epsilon;</sup> &delta;, the form of the textbooks: Dwork and Roth (2014), Theorem 2.2 for &delta;
 *       = 0; Vadhan (2017), Lemma 2.2 ({@link #textbook}).
 * </ul>
 * A &rho;-zCDP mechanism is k&sup2;&rho;-zCDP for such inputs: Bun and Steinke (2016), Proposition 1.9; a &mu;-GDP one
 * is k&mu;-GDP: Dong, Roth and Su (2022), Theorem 2.14 of the preprint. Results are rounded up.
 */
public final class GroupPrivacy {

    private GroupPrivacy() {}

    /**
     * The loss of a group, by the sum of the steps.
     *
     * @param each the loss of one unit
     * @param size k, 1 to 2<sup>31</sup> - 1
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

    /**
     * The loss of a group, with the &delta; of the textbooks; never below {@link #of}.
     *
     * @param each the loss of one unit
     * @param size k, 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code size} is out of range
     */
    public static ApproximateLoss textbook(ApproximateLoss each, long size) {
        int k = Require.count("size", size);
        double growth = Rounding.productUp(k - 1, each.proper().epsilon());
        return group(each, k, k * StrictMath.exp(growth));
    }

    /**
     * The &rho; of a group: k&sup2;&rho;.
     *
     * @param rho &rho; of one unit, at least 0
     * @param size k, 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code rho} or {@code size} is out of range
     */
    public static double rho(double rho, long size) {
        int k = Require.count("size", size);
        return Rounding.productUp(Rounding.productUp(Require.notNegative("rho", rho), k), k);
    }

    /**
     * The &mu; of a group: k&mu;.
     *
     * @param mu &mu; of one unit, at least 0
     * @param size k, 1 to 2<sup>31</sup> - 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code mu} or {@code size} is out of range
     */
    public static double mu(double mu, long size) {
        return Rounding.productUp(Require.notNegative("mu", mu), Require.count("size", size));
    }

    private static ApproximateLoss group(ApproximateLoss each, int k, double steps) {
        double delta = each.delta() == 0 ? 0 : Math.min(1, Rounding.up(each.delta() * steps, Margin.FORMULA));
        return new ApproximateLoss(Rounding.productUp(each.epsilon(), k), delta);
    }
}
