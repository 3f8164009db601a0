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
 * @param stored the round from a value's bit to the bit that is stored
 * @param sent the round from the stored bit to the bit of a report
 */
record TwoRounds(Round stored, Round sent) {

    /**
     * The law of one bit after one round or both. Parts that are differences are given apart, so that they keep their digits.
     *
     * @param one the probability p that a 1 becomes 1
     * @param zero the probability q that a 0 becomes 1, below {@code one}
     * @param missing 1 - p
     * @param gap p - q
     */
    record Round(double one, double zero, double missing, double gap) {

        /** Both rounds: every part is a sum of products that are not negative, and the gap a product. */
        Round then(Round next) {
            return new Round(
                    one * next.one + missing * next.zero,
                    zero * next.one + (1 - zero) * next.zero,
                    one * next.missing + missing * (1 - next.zero),
                    gap * next.gap);
        }

        /**
         * The loss, rounded up: ln(1 + (p - q) / ((1 - p) q)), which is wrong by no larger part than the quotient is.
         */
        double loss() {
            return Rounding.up(StrictMath.log1p(gap / (missing * zero)), Margin.FORMULA);
        }
    }

    /**
     * The rounds of RAPPOR by its own parameters.
     *
     * @param f the part of stored bits that are drawn from a fair coin, above 0 and below 1
     * @param zero the probability that a stored 0 is reported as 1
     * @param one the probability that a stored 1 is reported as 1
     */
    static TwoRounds rappor(double f, double zero, double one) {
        return new TwoRounds(new Round(1 - f / 2, f / 2, f / 2, 1 - f), new Round(one, zero, 1 - one, one - zero));
    }

    /**
     * Symmetric rounds. The p - q of a symmetric round that loses e is tanh(e / 4), and that of both rounds is the product.
     *
     * @param permanent the loss of all reports of a value
     * @param first the loss of one report, at most {@code permanent}
     */
    static TwoRounds symmetric(double permanent, double first) {
        double zero = logistic(-permanent / 2);
        Round stored = new Round(logistic(permanent / 2), zero, zero, StrictMath.tanh(permanent / 4));
        return new TwoRounds(stored, quotient(permanent / 4, first / 4));
    }

    /**
     * An optimized first round and a symmetric second one. The p - q of an optimized round that loses e is tanh(e / 2) / 2, and
     * so is that of both rounds: p is 1/2 whatever the second round is.
     *
     * @param permanent the loss of all reports of a value
     * @param first the loss of one report, at most {@code permanent}
     */
    static TwoRounds optimized(double permanent, double first) {
        Round stored = new Round(0.5, logistic(-permanent), 0.5, StrictMath.tanh(permanent / 2) / 2);
        return new TwoRounds(stored, quotient(permanent / 2, first / 2));
    }

    /** The symmetric round whose gap is tanh(y) / tanh(x), which is 1 - 2 q with q = sinh(x - y) / (2 sinh(x) cosh(y)). */
    private static Round quotient(double x, double y) {
        double zero = StrictMath.sinh(x - y) / (2 * StrictMath.sinh(x) * StrictMath.cosh(y));
        return new Round(1 - zero, zero, zero, StrictMath.tanh(y) / StrictMath.tanh(x));
    }

    private static double logistic(double x) {
        return 1 / (1 + StrictMath.exp(-x));
    }

    /** The law of a bit of one report. */
    Round both() {
        return stored.then(sent);
    }
}
