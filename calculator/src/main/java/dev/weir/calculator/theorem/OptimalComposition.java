package dev.weir.calculator.theorem;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The best bound for {@code k} mechanisms of which only (&epsilon;, &delta;) is known.
 *
 * <p><b>Guarantee.</b> For every &epsilon;' &ge; 0, {@code k} adaptively chosen (&epsilon;, &delta;)-DP mechanisms are
 * together (&epsilon;', 1 - (1 - &delta;)<sup>k</sup> (1 - x))-DP, where x is the hockey-stick divergence of order
 * e<sup>&epsilon;'</sup> of k answers of binary randomized response,
 *
 * <p>x = &sum;<sub>l: (k-2l)&epsilon; &gt; &epsilon;'</sub> C(k,l) (e<sup>(k-l)&epsilon;</sup> - e<sup>&epsilon;' +
 * l&epsilon;</sup>) / (1 + e<sup>&epsilon;</sup>)<sup>k</sup>,
 *
 * <p>and some mechanisms attain it: Kairouz, Oh and Viswanath (2015), Theorem 3.3, which states it for &epsilon;' = (k
 * - 2i)&epsilon;; Murtagh and Vadhan (2016), Theorem 1.5, for all &epsilon;'.
 *
 * <p>Here P(l) = C(k,l) e<sup>(k-l)&epsilon;</sup>/(1 + e<sup>&epsilon;</sup>)<sup>k</sup> is a binomial probability, so only O(&radic;k)
 * of the k terms matter. Results are rounded up: all terms are positive, and the relative error of their sum is below 10<sup>-11</sup> +
 * 2&middot;10<sup>-14</sup>&radic;k (the mean of the distribution is a double, and each of &radic;k steps rounds). Each divergence is
 * enlarged by this error. A divergence above 0 and below the smallest double becomes the smallest double.
 */
public final class OptimalComposition {

    /** The largest number of corners that are computed one by one. */
    private static final int MOST_STEPS = 10_000_000;

    private OptimalComposition() {}

    /**
     * The smallest &epsilon;' of all mechanisms together for a given slack, and the &delta; that belongs to it.
     *
     * @param each the loss of one mechanism
     * @param count k, the number of mechanisms, 1 to 2<sup>31</sup> - 1
     * @param slack the divergence x of the class comment, at least 0 and below 1; with 0, &epsilon;' = k&epsilon;
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} or {@code slack} is out of range
     */
    public static ApproximateLoss of(ApproximateLoss each, long count, double slack) {
        int k = Require.count("count", count);
        Require.holds(slack >= 0 && slack < 1, "slack", ">= 0 and below 1", slack);
        return new ApproximateLoss(epsilonAt(each.proper().epsilon(), k, slack), together(each.delta(), k, slack));
    }

    /**
     * One corner of the exact region: &epsilon;' = (k - 2i)&epsilon; and its &delta;.
     *
     * @param each the loss of one mechanism
     * @param count k, the number of mechanisms, 1 to 2<sup>31</sup> - 1
     * @param i the index of the corner, from 0 to k/2, and at most 10<sup>7</sup> above the first index with a
     * probability that is not negligible
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code count} or {@code i} is out of range
     */
    public static ApproximateLoss corner(ApproximateLoss each, long count, long i) {
        int k = Require.count("count", count);
        Require.that(i >= 0 && i <= k / 2, "i", "between 0 and count / 2 = " + k / 2, i);
        double corner = (k - 2 * i) * each.proper().epsilon();
        if (i == 0 || each.epsilon() == 0) {
            return new ApproximateLoss(Rounding.up(corner, Margin.FORMULA), together(each.delta(), k, 0));
        }
        ResponseWalk walk = walkTo(each.epsilon(), k, (int) i);
        return new ApproximateLoss(
                Rounding.up(corner, Margin.FORMULA), together(each.delta(), k, up(walk, walk.divergence())));
    }

    private static double epsilonAt(double epsilon, int k, double slack) {
        if (epsilon == 0 || slack == 0) {
            return Rounding.up(k * epsilon, Margin.FORMULA);
        }
        ResponseWalk walk = ResponseWalk.startingBelow(epsilon, k, slack);
        double target = StrictMath.exp(StrictMath.log(slack) - walk.logUnit()) * (1 - margin(k));
        while (walk.order() > 0) {
            ResponseWalk next = walk.next();
            if (next.divergence() > target) {
                return Rounding.up(Math.max(0, walk.orderAt(target)), Margin.FORMULA);
            }
            walk = next;
        }
        return 0;
    }

    private static ResponseWalk walkTo(double epsilon, int k, int index) {
        ResponseWalk walk = ResponseWalk.startingLeftOf(epsilon, k, index);
        int most = walk.index() + MOST_STEPS;
        Require.that(index <= most, "i", "at most " + most + " here: more corners would take too long to walk", index);
        while (walk.index() < index) {
            walk = walk.next();
        }
        return walk;
    }

    private static double margin(int k) {
        return 1e-11 + 2e-14 * StrictMath.sqrt(k);
    }

    /** Converts a divergence from the units of the walk into a probability, rounded up. */
    private static double up(ResponseWalk walk, double divergence) {
        double value = StrictMath.exp(StrictMath.log(divergence) + walk.logUnit());
        return divergence == 0 ? 0 : Math.max(Double.MIN_VALUE, value * (1 + margin(walk.count())));
    }

    private static double together(double delta, int k, double divergence) {
        double all = k * StrictMath.log1p(-delta) + StrictMath.log1p(-Math.min(1, divergence));
        return Math.min(1, Rounding.up(-StrictMath.expm1(all), Margin.FORMULA));
    }
}
