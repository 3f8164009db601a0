package dev.weir.calculator.vote;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import dev.weir.accountant.vote.exact.LogSpace;
import dev.weir.accountant.vote.exact.RenyiPrice;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.calculator.theorem.ApproximateLoss;
import dev.weir.calculator.theorem.OptimalComposition;

/**
 * LNMax: Laplace noise of scale 1/&gamma; is added to every class's number of votes, and the class with the largest
 * noisy number is published.
 *
 * <p><b>Guarantee.</b> Neighbours: one teacher's vote is replaced by another, which changes two counts by 1. So the
 * winner is 2&gamma;-DP: Papernot, Abadi, Erlingsson, Goodfellow and Talwar (2017), section 3. Their Theorem 3, with q
 * of Lemma 4, bounds a R&eacute;nyi loss that depends on the votes.
 *
 * @param gamma &gamma;, the reciprocal of the noise's scale in votes, from 1e-100 to 1e100
 */
record LnMax(double gamma) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code gamma} is out of range */
    public LnMax {
        Require.scale("gamma", gamma);
    }

    /** The loss of one winner for any votes: pure 2&gamma;-DP. */
    public ApproximateLoss loss() {
        return ApproximateLoss.pure(2 * gamma);
    }

    /**
     * The value ln q of Lemma 4, where q bounds the probability that the noisy winner is not the true one. It is the
     * sum, over all other classes, of (2 + &gamma; lead) / (4 e<sup>&gamma; lead</sup>), and at most 1 - 1/classes.
     *
     * @param votes the teachers' votes
     */
    public double logMiss(Votes votes) {
        double sum = Double.NEGATIVE_INFINITY;
        for (double lead : votes.leads()) {
            sum = LogSpace.sum(sum, StrictMath.log((2 + gamma * lead) / 4) - gamma * lead);
        }
        return Math.min(sum, StrictMath.log1p(-1.0 / votes.classes()));
    }

    /**
     * The price of publishing the winner of these votes at one order. The data-independent price is the price of randomized response, the
     * largest R&eacute;nyi loss of any 2&gamma;-DP mechanism: Bun and Steinke (2016), Lemma 4.2.
     *
     * @param votes the teachers' votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice price(Votes votes, double order) {
        Require.order(order);
        double logMiss = logMiss(votes);
        double independent = Rounding.up(randomizedResponse(order), Margin.FORMULA);
        return new RenyiPrice(logMiss, independent, Math.min(independent, dependent(logMiss, order)));
    }

    /**
     * The loss of {@code queries} winners by Theorem 1 of the same paper, rounded up: &epsilon; = 4T&gamma;&sup2; + 2&gamma;
     * &radic;(2T ln(1/&delta;)).
     *
     * @param queries T, the number of winners, at least 1
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code queries} or {@code delta} is out of range
     */
    public ApproximateLoss simple(long queries, double delta) {
        optimal(queries, delta);
        double walk = 2 * gamma * StrictMath.sqrt(2.0 * queries * -StrictMath.log(delta));
        return new ApproximateLoss(Rounding.up(4 * gamma * gamma * queries + walk, Margin.FORMULA), delta);
    }

    /**
     * The loss of {@code queries} winners by optimal composition. It never exceeds {@link #simple}.
     *
     * @param queries T, the number of winners, at least 1
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code queries} or {@code delta} is out of range
     */
    public ApproximateLoss optimal(long queries, double delta) {
        Require.probability("delta", delta);
        return new ApproximateLoss(OptimalComposition.of(loss(), queries, delta).epsilon(), delta);
    }

    /**
     * The R&eacute;nyi loss of randomized response: ln(p e<sup>(a-1)&epsilon;</sup> + (1-p)
     * e<sup>-(a-1)&epsilon;</sup>)/(a-1) with p = 1/(1 + e<sup>-&epsilon;</sup>).
     */
    private double randomizedResponse(double order) {
        double epsilon = 2 * gamma;
        double power = (order - 1) * epsilon;
        double truth = 1 / (1 + StrictMath.exp(-epsilon));
        double lie = 1 / (1 + StrictMath.exp(epsilon));
        double excess = power < 1
                ? StrictMath.log1p(truth * StrictMath.expm1(power) + lie * StrictMath.expm1(-power))
                : LogSpace.sum(power + StrictMath.log(truth), StrictMath.log(lie) - power);
        return Math.min(epsilon, excess / (order - 1));
    }

    /**
     * The data-dependent bound ln((1-q)((1-q)/(1-e<sup>&epsilon;</sup>q))<sup>a-1</sup> + q
     * e<sup>(a-1)&epsilon;</sup>)/(a-1); infinite if q is too large for the theorem.
     */
    private double dependent(double logMiss, double order) {
        double epsilon = 2 * gamma;
        if (logMiss > -LogSpace.sum(epsilon, 0)) {
            return Double.POSITIVE_INFINITY;
        }
        double logHit = LogSpace.complement(logMiss);
        double kept = logHit + (logHit - LogSpace.complement(epsilon + logMiss)) * (order - 1);
        double sum = LogSpace.sum(kept, logMiss + epsilon * (order - 1));
        return Rounding.up(Math.max(0, sum / (order - 1)), Margin.LONG_SUM);
    }
}
