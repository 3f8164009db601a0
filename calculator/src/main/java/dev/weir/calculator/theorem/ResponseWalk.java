package dev.weir.calculator.theorem;

import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * One corner of the privacy curve of {@code k} binary randomized responses. The corners are computed one after another,
 * from large &epsilon;' to small.
 *
 * <p>Corner m lies at &epsilon;'<sub>m</sub> = (k - 2m)&epsilon;. With P(l) the binomial probability that l of the
 * responses are lies, the divergence at the corner is W<sub>m</sub> = &sum;<sub>l &le; m</sub> P(l) (1 -
 * e<sup>-2(m-l)&epsilon;</sup>). Between corners m and m + 1, at &epsilon;'<sub>m</sub> - s, it is W<sub>m</sub> +
 * V<sub>m</sub> (1 - e<sup>-s</sup>) with V<sub>m</sub> = &sum;<sub>l &le; m</sub> P(l) e<sup>-2(m-l)&epsilon;</sup>. W
 * and V satisfy recursions from one corner to the next whose terms are all positive, so no digits cancel.
 *
 * @param epsilon &epsilon; of one response, above 0
 * @param count k, the number of responses
 * @param index m, the index of the corner
 * @param probability P(m), in units of e<sup>logUnit</sup>
 * @param weight V<sub>m</sub>, in units of e<sup>logUnit</sup>
 * @param divergence W<sub>m</sub>, in units of e<sup>logUnit</sup>; at most a fraction of 10<sup>-22</sup> of it is missing, because the
 *     walk starts at a corner where P is negligible
 * @param logUnit the logarithm of P at the corner where the walk started; P itself may be too small for a double if the
 *     slack is tiny
 */
record ResponseWalk(
        double epsilon, int count, int index, double probability, double weight, double divergence, double logUnit) {

    private static final double NEGLIGIBLE = 60;

    /** Starts the walk at a corner before which all terms are negligible compared with {@code target}. */
    static ResponseWalk startingBelow(double epsilon, int k, double target) {
        return start(epsilon, k, StrictMath.log(target) - NEGLIGIBLE, k);
    }

    /**
     * Starts the walk at a corner, at most {@code index}, before which all terms are negligible compared with P({@code
     * index}).
     */
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
