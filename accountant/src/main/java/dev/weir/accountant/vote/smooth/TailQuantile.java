package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.compose.normal.MillsRatio;
import dev.weir.accountant.compose.normal.NormalTail;

/** The inverse of the logarithm of the normal tail, also where the tail is too small for a double. */
final class TailQuantile {

    private static final int STEPS = 200;

    private TailQuantile() {}

    /**
     * The x with ln Q(x) = {@code logTail}, to within a few units in the last place, not rounded to a side.
     *
     * <p>ln Q is concave and falls, and the search begins to the right of x, because Q(x) is at most e<sup>-x&sup2;/2</sup> for x above 0. So
     * each step of Newton's method ends at or to the right of x.
     *
     * @param logTail the logarithm of a probability, from -1e300 to -1e-16
     */
    static double of(double logTail) {
        double x = StrictMath.sqrt(-2 * logTail);
        for (int i = 0; i < STEPS; i++) {
            double next = x + (NormalTail.log(x) - logTail) * MillsRatio.at(x);
            if (!(next < x)) {
                return x;
            }
            x = next;
        }
        return x;
    }
}
