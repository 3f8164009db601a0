package dev.weir.jobs.votes;

import dev.weir.accountant.vote.smooth.MonotoneLoss;
import dev.weir.accountant.vote.smooth.SanitisedPrice;
import dev.weir.jobs.failure.CommandFailure;

/**
 * Under which terms a figure about votes is released: fixed beforehand, and never by a look at the votes.
 *
 * @param order the R&eacute;nyi order of the figure
 * @param beta the smoothness of its sensitivity
 * @param sigma the noise, in smooth sensitivities
 */
public record ReleaseTerms(double order, double beta, double sigma) {

    /** What rounding errors may add to the smoothness of a computed sensitivity. */
    static final double ROUNDING = 1e-6;

    private static final double LEAST_SIGMA = 1e-2;
    private static final double MOST_SIGMA = 1e3;

    /**
     * @throws CommandFailure if the terms do not fit each other
     */
    public ReleaseTerms {
        require(order > 1 && order <= 1e6, "--order must be above 1 and at most 1e6");
        require(beta > 0, "--beta must be above 0");
        require(
                2 * order * (beta + ROUNDING) < 1,
                "--order must be below 1 / (2 beta), and --beta below 1 / (2 order): beyond, the release has no price");
        require(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA, "--sigma-ss must be between 0.01 and 1000");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new CommandFailure(CommandFailure.WRONG, rule);
        }
    }

    /** What the release costs itself. */
    SanitisedPrice price() {
        return new SanitisedPrice(order, beta + ROUNDING, sigma);
    }

    /**
     * Refuses terms for which the sensitivity of the figure is not known.
     *
     * @param file the votes, of which only the number of labels and the mechanism are used
     * @throws CommandFailure if condition C5 or C6 does not hold
     */
    void requireConditions(VoteFile file) {
        MonotoneLoss conditions = MonotoneLoss.of(file.rule().answerSigma(), order, file.labels());
        if (!conditions.holds()) {
            throw new CommandFailure(
                    CommandFailure.REFUSED,
                    "condition " + (conditions.lossRises() ? "C6" : "C5") + " does not hold for --order " + order
                            + ", sigma " + file.rule().answerSigma() + " and " + file.labels()
                            + " labels: the sensitivity of the figure is not known; a smaller order may do");
        }
    }
}
