package dev.weir.jobs.kind.votes;

import dev.weir.accountant.vote.VoteMechanism;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * How often noise publishes another label than the one with the most votes.
 *
 * @param mechanism how winners are drawn
 * @param labels the number of labels, at least 2
 */
record VoteErrors(VoteMechanism mechanism, int labels) {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final double RARE = 0.05;

    /**
     * A lead in votes over each other label with which the first one is published at least 95 times in 100: the other labels overtake
     * it with a probability of at most (labels - 1) Q(lead / (sigma sqrt 2)).
     */
    double lead() {
        return Math.sqrt(2)
                * mechanism.answerSigma().doubleValue()
                * -NORMAL.inverseCumulativeProbability(RARE / (labels - 1));
    }

    /**
     * The probability that a number of votes, or a surplus, passes a check.
     *
     * @param check the check of the mechanism
     * @param votes the votes or the surplus
     */
    static double passing(VoteMechanism.Check check, long votes) {
        double ahead = (double) votes - check.threshold().doubleValue();
        return NORMAL.cumulativeProbability(ahead / check.sigma().doubleValue());
    }
}
