package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.vote.exact.GaussianBound;

/**
 * The R&eacute;nyi loss of a noisy winner as a function of ln q, and how far one teacher moves ln q.
 *
 * <p>One teacher changes each lead by at most two votes, hence each argument of the normal tail by at most &radic;2/&sigma;. So q stays between the two
 * values of {@link #lowered} and {@link #raised}, which it takes if all other labels have equally many votes: Papernot and others (2018),
 * section B.
 *
 * @param sigma &sigma;, the standard deviation of the noise on the votes of each label
 * @param order a, the R&eacute;nyi order
 * @param classes the number of labels, at least 2
 * @param logQ0 ln q<sub>0</sub> of {@link DependenceLimit}
 */
record AnswerBound(double sigma, double order, int classes, double logQ0) {

    static AnswerBound of(double sigma, double order, int classes) {
        return new AnswerBound(sigma, order, classes, DependenceLimit.logMiss(sigma, order));
    }

    /** The loss: the one that depends on votes below q<sub>0</sub>, and a/&sigma;&sup2; from there on. */
    double loss(double logMiss) {
        return logMiss < logQ0 ? dependent(logMiss) : independent();
    }

    double independent() {
        return bound().independent(order);
    }

    double dependent(double logMiss) {
        return bound().dependent(logMiss, order);
    }

    /** The rounding error of a loss. */
    double lost(double loss, double logMiss) {
        return LostDigits.of(loss, logMiss, order);
    }

    private GaussianBound bound() {
        return new GaussianBound(sigma * sigma);
    }

    /** The smallest ln q that one teacher can make of {@code logMiss}. */
    double lowered(double logMiss) {
        return moved(logMiss, StrictMath.sqrt(2) / sigma);
    }

    /** The largest ln q that one teacher can make of {@code logMiss}. */
    double raised(double logMiss) {
        return Math.min(0, moved(logMiss, -StrictMath.sqrt(2) / sigma));
    }

    private double moved(double logMiss, double distance) {
        double logOthers = StrictMath.log(classes - 1.0);
        return logOthers + NormalTail.log(TailQuantile.of(logMiss - logOthers) + distance);
    }
}
