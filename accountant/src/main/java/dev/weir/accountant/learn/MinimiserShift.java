package dev.weir.accountant.learn;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * How far the records of one unit move the computed minimiser of F(w) = &sum; loss<sub>i</sub>(w) + (Lambda/2) |w|&sup2;, in l2.
 *
 * <p><b>Derivation.</b> Let v and w be the minimisers with and without the unit. F without the unit has at v the gradient minus that of the
 * unit's losses, of length at most r L. It is Lambda-strongly convex, so its gradient at v is at least Lambda |v - w| long. Hence |v - w|
 * &le; r L / Lambda. A replaced unit takes two such moves. A solver that stops where the gradient has length at most tau is within tau /
 * Lambda of the minimiser, by the same inequality, with either data set: this adds 2 tau / Lambda. The number of records does not enter, so
 * it stays secret. Source: derived here, as in Chaudhuri,
 * Monteleoni and Sarwate (2011).
 *
 * @param lipschitz L, the largest length of the gradient of a record's loss, from 1e-100 to 1e100
 * @param records r, the largest number of records of a unit, at least 1
 * @param strongConvexity Lambda, from 1e-100 to 1e100
 * @param tolerance tau, at least 0
 */
public record MinimiserShift(double lipschitz, long records, double strongConvexity, double tolerance) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range */
    public MinimiserShift {
        Require.scale("lipschitz", lipschitz);
        Require.atLeast("records", records, 1);
        Require.scale("strong convexity", strongConvexity);
        Require.notNegative("tolerance", tolerance);
    }

    /** The largest move if all records of a unit are replaced by empty slots, rounded up. */
    public double zeroOut() {
        return Rounding.up((records * lipschitz + 2 * tolerance) / strongConvexity, Margin.FORMULA);
    }

    /** The largest move if all records of a unit are replaced by others, rounded up. */
    public double replace() {
        return Rounding.up(2 * (records * lipschitz + tolerance) / strongConvexity, Margin.FORMULA);
    }
}
