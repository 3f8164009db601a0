package dev.weir.calculator.vote;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * GNMax: Gaussian noise is added to every class's number of votes, and the class with the largest noisy number is
 * published.
 *
 * <p><b>Guarantee.</b> Neighbours: one teacher's vote is replaced by another, which changes two counts by 1, an l2
 * distance of &radic;2. So the winner is (a, a/sigma&sup2;)-RDP at every order a, which is 1/sigma&sup2;-zCDP and
 * (&radic;2/sigma)-GDP: Papernot and others (2018), Proposition 8. {@link RenyiPrice} contains a smaller bound that
 * depends on the votes.
 *
 * @param sigma the standard deviation of the noise, in votes, from 1e-100 to 1e100
 */
record GnMax(double sigma) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sigma} is out of range */
    public GnMax {
        Require.scale("sigma", sigma);
    }

    /**
     * The value ln q of Proposition 7, where q bounds the probability that the noisy winner is not the true one. It is
     * the sum, over all other classes, of the probability that the class overtakes the winner, and at most 1 -
     * 1/classes.
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
     * The &rho; of {@code answers} winners for any votes, rounded up: {@code answers / sigma^2}. An amount of zCDP
     * holds for every order at once, so an account may be charged with it. The &mu; of the exact Gaussian curve is
     * &radic;(2&rho;).
     *
     * @param answers the number of published winners, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code answers} is negative
     */
    public double rho(long answers) {
        Require.atLeast("answers", answers, 0);
        return Rounding.up(answers / (sigma * sigma), Margin.ARITHMETIC);
    }
}
