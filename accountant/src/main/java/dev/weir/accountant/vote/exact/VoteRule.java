package dev.weir.accountant.vote.exact;

import java.util.Optional;

/**
 * How votes are answered: with a check or without one, and on which grid.
 *
 * @param answerSigma the standard deviation of the answer's noise, in votes
 * @param check the check and its noise; empty if every vote is answered
 * @param step the step of the grid on which noisy votes are compared, in votes; 0 if they are not rounded
 */
public record VoteRule(double answerSigma, Optional<ConfidentGnMax> check, double step) {

    private static final RenyiPrice FREE = new RenyiPrice(Double.NEGATIVE_INFINITY, 0, 0);

    /**
     * The rule of a vote that is always answered.
     *
     * @param sigma the standard deviation of the noise, in votes
     * @param step the step of the grid, 0 if there is none
     */
    public static VoteRule plain(double sigma, double step) {
        return new VoteRule(sigma, Optional.empty(), step);
    }

    /**
     * The rule of a vote that is answered if it passes a check.
     *
     * @param mechanism the check, and the noise of check and answer
     * @param step the step of the grid, 0 if there is none
     */
    public static VoteRule checked(ConfidentGnMax mechanism, double step) {
        return new VoteRule(mechanism.answerSigma(), Optional.of(mechanism), step);
    }

    /** The mechanism of the answers. */
    public GnMax answer() {
        return new GnMax(answerSigma);
    }

    /**
     * The price of one check; nothing where there is none.
     *
     * @param compared the number that is compared with the threshold, in votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice checkPrice(double compared, double order) {
        return check.map(mechanism -> mechanism.checkBound().price(mechanism.logMiss(compared), order))
                .orElse(FREE);
    }

    /**
     * The price of one answer.
     *
     * @param votes the teachers' votes
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public RenyiPrice answerPrice(Votes votes, double order) {
        return answer().price(votes, step, order);
    }

    /**
     * The &rho; of checks and answers for any votes, rounded up.
     *
     * @param asked the number of votes that were checked, at least 0
     * @param answered the number of votes that were answered, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if a number is negative
     */
    public double rho(long asked, long answered) {
        return check.map(mechanism -> mechanism.rho(asked, answered)).orElseGet(() -> answer().rho(answered));
    }
}
