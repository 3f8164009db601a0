package dev.weir.accountant.vote.exact;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * Confident-GNMax: a vote is answered only if the winner's votes plus noise reach a threshold.
 *
 * <p><b>Guarantee.</b> Neighbours: one teacher's vote is replaced by another. The check uses one number, which changes by at most 1, so the
 * check is (a, a/(2 sigma<sub>1</sub>&sup2;))-RDP at every order a. An answer is {@link GnMax} with sigma<sub>2</sub>: Papernot and others
 * (2018), Algorithm 1. Whether a vote is answered depends on the votes, and so does the sum of prices. A stream of votes must therefore be
 * stopped by a zCDP account that is charged {@link #rho}.
 *
 * @param threshold the threshold in votes, finite
 * @param checkSigma sigma<sub>1</sub>, the standard deviation of the check's noise, from 1e-100 to 1e100
 * @param answerSigma sigma<sub>2</sub>, the standard deviation of the answer's noise, from 1e-100 to 1e100
 */
public record ConfidentGnMax(double threshold, double checkSigma, double answerSigma) {

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code threshold}, {@code checkSigma} or {@code
     *     answerSigma} is out of range
     */
    public ConfidentGnMax {
        Require.holds(Double.isFinite(threshold), "threshold", "finite", threshold);
        Require.scale("checkSigma", checkSigma);
        Require.scale("answerSigma", answerSigma);
    }

    /**
     * The price of one vote at one order: the price of the check, the price of the answer, and the probability of an
     * answer.
     *
     * @param votes the teachers' votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public CheckedPrice price(Votes votes, double order) {
        return price(votes, votes.highest(), order);
    }

    /**
     * The price of a vote whose check compares a number with the threshold.
     *
     * @param votes the teachers' votes
     * @param compared the number that noise is added to, in votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public CheckedPrice price(Votes votes, double compared, double order) {
        RenyiPrice check = checkBound().price(logMiss(compared), order);
        return new CheckedPrice(
                check, new GnMax(answerSigma).price(votes, order), NormalTail.of((threshold - compared) / checkSigma));
    }

    /** The bound on the loss of the check. */
    public GaussianBound checkBound() {
        return new GaussianBound(2 * checkSigma * checkSigma);
    }

    /**
     * The value ln q of a check: the logarithm of the smaller of the probabilities to pass and not to pass.
     *
     * @param compared the number that noise is added to, in votes
     */
    public double logMiss(double compared) {
        return NormalTail.log(Math.abs((threshold - compared) / checkSigma));
    }

    /**
     * The &rho; of {@code asked} checks and {@code answered} answers for any votes, rounded up: {@code asked / (2
     * sigma1^2) + answered / sigma2^2}.
     *
     * @param asked the number of votes that were checked, at least 0
     * @param answered the number of votes that were answered, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if a number is negative
     */
    public double rho(long asked, long answered) {
        Require.atLeast("asked", asked, 0);
        double checks = asked / (2 * checkSigma * checkSigma);
        return Rounding.up(checks + new GnMax(answerSigma).rho(answered), Margin.ARITHMETIC);
    }
}
