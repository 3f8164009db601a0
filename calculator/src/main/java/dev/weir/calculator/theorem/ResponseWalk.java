package dev.weir.calculator.theorem;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * The corners of the privacy curve of {@code k} binary randomized responses, walked from large &epsilon;' to small.
 *
 * <p>Corner m lies at &epsilon;'<sub>m</sub> = (k - 2m)&epsilon;. With P(l) the binomial probability of l answers that
 * lie, the divergence there is W<sub>m</sub> = &sum;<sub>l &le; m</sub> P(l) (1 - e<sup>-2(m-l)&epsilon;</sup>), and
 * between corners m and m + 1, at &epsilon;'<sub>m</sub> - s, it is W<sub>m</sub> + V<sub>m</sub> (1 -
 * e<sup>-s</sup>) with V<sub>m</sub> = &sum;<sub>l &le; m</sub> P(l) e<sup>-2(m-l)&epsilon;</sup>. Both obey one-step
 * recursions of positive terms, so nothing cancels.
 *
 * @param epsilon &epsilon; of one response, above 0
 * @param count k
 * @param index m
 * @param probability P(m), in units of e<sup>logUnit</sup>
 * @param weight V<sub>m</sub>, in the same units
 * @param divergence W<sub>m</sub>, in the same units; at most 10<sup>-24</sup> of it is missing, because the walk
 *     starts where P is negligible
 * @param logUnit the logarithm of P where the walk started: no double holds it when slacks are tiny
 */
record ResponseWalk(
        double epsilon, int count, int index, double probability, double weight, double divergence, double logUnit) {

    private static final double NEGLIGIBLE = 60;

    /** The walk from a corner at which everything left out is negligible beside {@code target}. */
    static ResponseWalk startingBelow(double epsilon, int k, double target) {
        return start(epsilon, k, StrictMath.log(target) - NEGLIGIBLE, k);
    }

    /** The walk from a corner at which everything left out is negligible beside P({@code index}). */
    static ResponseWalk startingLeftOf(double epsilon, int k, int index) {
        BinomialDistribution lies = lies(epsilon, k);
        int reference = (int) Math.min(index, (k + 1.0) * lies.getProbabilityOfSuccess());
        return start(epsilon, k, lies.logProbability(reference) - NEGLIGIBLE, index);
    }

    private static ResponseWalk start(double epsilon, int k, double logLimit, int last) {
        BinomialDistribution lies = lies(epsilon, k);
        int low = 0;
        int high = (int) Math.min(last, (k + 1.0) * lies.getProbabilityOfSuccess());
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (lies.logProbability(middle) <= logLimit) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return new ResponseWalk(epsilon, k, low, 1, 1, 0, lies.logProbability(low));
    }

    private static BinomialDistribution lies(double epsilon, int k) {
        return new BinomialDistribution(null, k, 1 / (1 + StrictMath.exp(epsilon)));
    }

    /** The next corner, whose &epsilon;' is lower by 2&epsilon;. */
    ResponseWalk next() {
        double decay = StrictMath.exp(-2 * epsilon);
        double following = probability * ((double) (count - index) / (index + 1)) * StrictMath.exp(-epsilon);
        double moved = divergence - weight * StrictMath.expm1(-2 * epsilon);
        return new ResponseWalk(epsilon, count, index + 1, following, weight * decay + following, moved, logUnit);
    }

    /** The &epsilon;' of this corner. */
    double order() {
        return (count - 2.0 * index) * epsilon;
    }

    /** The &epsilon;' between this corner and the next at which the divergence is {@code target}. */
    double orderAt(double target) {
        return order() + StrictMath.log1p(-(target - divergence) / weight);
    }
}
