package dev.weir.calculator.local;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Two rounds of randomized response on each bit of a unary encoding. The first is drawn once for each value and stored; the
 * second is drawn anew for each report, from the stored bit.
 *
 * <p><b>Guarantee.</b> All reports of one value together are a function of its stored bits, so that they lose at most what the
 * first round does, and one report alone what both rounds together do. Two values differ in two bits, of which each
 * contributes a quotient: ln(p (1 - q) / ((1 - p) q)). That holds for each value that is remembered, between sequences of
 * values with the same pattern of equalities. Source: Erlingsson, Pihur and Korolova (2014), for one hash function, and
 * Arcolezi and others (2022) for the rounds that reach two given losses.
 *
 * @param p1 the probability that the stored bit of the own value is 1
 * @param q1 the probability that the stored bit of any other value is 1, below p1
 * @param p2 the probability that a stored 1 is reported as 1
 * @param q2 the probability that a stored 0 is reported as 1, below p2
 */
record TwoRounds(double p1, double q1, double p2, double q2) {

    /**
     * The rounds of RAPPOR by its own parameters.
     *
     * @param f the part of stored bits that are drawn from a fair coin, above 0 and below 1
     * @param zero the probability that a stored 0 is reported as 1
     * @param one the probability that a stored 1 is reported as 1
     */
    static TwoRounds rappor(double f, double zero, double one) {
        return new TwoRounds(1 - f / 2, f / 2, one, zero);
    }

    /**
     * Symmetric rounds. The second solves p = p1 p2 + (1 - p1)(1 - p2) for the p of the first report.
     *
     * @param permanent the loss of all reports of a value
     * @param first the loss of one report, at most {@code permanent}
     */
    static TwoRounds symmetric(double permanent, double first) {
        double p1 = logistic(permanent / 2);
        double p2 = (logistic(first / 2) + p1 - 1) / (2 * p1 - 1);
        return new TwoRounds(p1, logistic(-permanent / 2), p2, 1 - p2);
    }

    /**
     * An optimized first round and a symmetric second one. The second solves q = q1 p2 + (1 - q1)(1 - p2) for the q of the
     * first report; its p is 1/2 whatever p2 is.
     *
     * @param permanent the loss of all reports of a value
     * @param first the loss of one report, at most {@code permanent}
     */
    static TwoRounds optimized(double permanent, double first) {
        double q1 = logistic(-permanent);
        double p2 = (1 - q1 - logistic(-first)) / (1 - 2 * q1);
        return new TwoRounds(0.5, q1, p2, 1 - p2);
    }

    private static double logistic(double x) {
        return 1 / (1 + StrictMath.exp(-x));
    }

    /** The probability that one report has a 1 for the own value. */
    double p() {
        return p1 * p2 + (1 - p1) * q2;
    }

    /** The probability that one report has a 1 for any other value. */
    double q() {
        return q1 * p2 + (1 - q1) * q2;
    }

    /** The loss of all reports of one value, rounded up. */
    double permanentLoss() {
        return loss(p1, q1);
    }

    /** The loss of one report, rounded up. */
    double firstLoss() {
        return loss(p(), q());
    }

    private static double loss(double p, double q) {
        return Rounding.up(StrictMath.log(p * (1 - q) / ((1 - p) * q)), Margin.FORMULA);
    }
}
