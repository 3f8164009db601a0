package dev.weir.calculator.vote;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * GNMax: Gaussian noise on every class's votes, and the class with the most noisy votes is published.
 *
 * <p><b>Guarantee.</b> Neighbours: one teacher's vote replaced by another, which moves two counts by 1, an l2 distance
 * of &radic;2. So the winner is (a, a/sigma&sup2;)-RDP at every order a, which is 1/sigma&sup2;-zCDP and
 * (&radic;2/sigma)-GDP: Papernot and others (2018), Proposition 8. A bound that depends on the votes is smaller: {@link
 * RenyiPrice}.
 *
 * @param sigma the standard deviation of the noise, in votes, from 1e-100 to 1e100
 */
record GnMax(double sigma) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range */
    public GnMax {
        Require.scale("sigma", sigma);
    }

    /**
     * The value ln q of Proposition 7, where q bounds the probability that the noisy winner is not the true one: the
     * sum over all others of the probability that they overtake the winner, at most 1 - 1/classes.
     *
     * @param votes the teachers' votes
     */
    public double logMiss(Votes votes) {
        double sum = Double.NEGATIVE_INFINITY;
        for (double lead : votes.leads()) {
            sum = LogSpace.sum(sum, NormalTail.log(lead / (StrictMath.sqrt(2) * sigma)));
        }
        return Math.min(sum, StrictMath.log1p(-1.0 / votes.classes()));
    }

    /**
     * The price of publishing the winner of these votes at one order.
     *
     * @param votes the teachers' votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice price(Votes votes, double order) {
        return new GaussianBound(sigma * sigma).price(logMiss(votes), order);
    }

    /**
     * The &rho; of {@code answers} winners for any votes, rounded up: {@code answers / sigma^2}. A zCDP amount covers
     * every order at once, so it may be charged; &radic;(2&rho;) is the &mu; of the exact Gaussian curve.
     *
     * @param answers how many winners are published, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code answers} is negative
     */
    public double rho(long answers) {
        Require.atLeast("answers", answers, 0);
        return Rounding.up(answers / (sigma * sigma), Margin.ARITHMETIC);
    }
}
