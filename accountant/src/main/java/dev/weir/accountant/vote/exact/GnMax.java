package dev.weir.accountant.vote.exact;

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
public record GnMax(double sigma) {

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
        return logMiss(votes, 0);
    }

    /**
     * The value ln q where noisy votes are compared on a grid and ties go to the first class. A class overtakes the winner already if its noise
     * exceeds the winner's by the lead less one step of the grid.
     *
     * @param votes the teachers' votes
     * @param step the step of the grid in votes, at least 0 and below 1; 0 if noisy votes are not rounded
     */
    public double logMiss(Votes votes, double step) {
        double[] leads = votes.leads();
        double sum = Double.NEGATIVE_INFINITY;
        int equal = 1;
        for (int i = 0; i < leads.length; i++) {
            if (i + 1 < leads.length && leads[i + 1] == leads[i]) {
                equal++;
            } else {
                double one = NormalTail.log((leads[i] - step) / (StrictMath.sqrt(2) * sigma));
                sum = LogSpace.sum(sum, one + StrictMath.log(equal));
                equal = 1;
            }
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
        return price(votes, 0, order);
    }

    /**
     * The price of publishing the winner where noisy votes are compared on a grid.
     *
     * @param votes the teachers' votes
     * @param step the step of the grid in votes, at least 0 and below 1
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice price(Votes votes, double step, double order) {
        return new GaussianBound(sigma * sigma).price(logMiss(votes, step), order);
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
