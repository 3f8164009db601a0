package dev.weir.accountant.vote.exact;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * The R&eacute;nyi loss of a stream of votes at one order, question by question.
 *
 * <p>There are two sums of prices that depend on the votes. {@link #anyOutcome} has check and answer of every question that was asked: it bounds the divergence
 * between the outcomes on these very votes and on neighbouring ones, whatever the outcomes were. {@link #realised} has the answers of the
 * questions alone that were answered. Which these are depends on the noise, so {@link #realised} is no bound. Both are as secret as the votes.
 */
public final class StreamLoss {

    private final VoteRule rule;
    private final double order;
    private long asked;
    private long answered;
    private double realised;
    private double anyOutcome;

    /**
     * Creates the loss of a stream without questions.
     *
     * @param rule how votes are answered
     * @param order the R&eacute;nyi order, above 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code order} is not above 1 and finite
     */
    public StreamLoss(VoteRule rule, double order) {
        this.rule = rule;
        this.order = Require.order(order);
    }

    /**
     * Adds a question that was asked.
     *
     * @param votes the teachers' votes
     * @param compared the number that was compared with the threshold of the check, in votes
     * @param isAnswered whether teachers have answered it
     */
    public void add(Votes votes, double compared, boolean isAnswered) {
        double check = rule.checkPrice(compared, order).dataDependent();
        double answer = rule.answerPrice(votes, order).dataDependent();
        asked++;
        answered += isAnswered ? 1 : 0;
        realised = Rounding.sumUp(realised, isAnswered ? Rounding.sumUp(check, answer) : check);
        anyOutcome = Rounding.sumUp(anyOutcome, Rounding.sumUp(check, answer));
    }

    /** The number of questions that were asked. */
    public long asked() {
        return asked;
    }

    /** The number of questions that were answered. */
    public long answered() {
        return answered;
    }

    /** The &rho; for any votes, rounded up. */
    public double rho() {
        return rule.rho(asked, answered);
    }

    /** The loss for any votes, rounded up. */
    public double dataIndependent() {
        return Rounding.up(order * rho(), Margin.ARITHMETIC);
    }

    /** The loss of all checks and of the answers that were given, rounded up; no bound. */
    public double realised() {
        return realised;
    }

    /** The loss of all checks and of the answers to all questions that were asked, rounded up. */
    public double anyOutcome() {
        return anyOutcome;
    }

    /** A text without figures. */
    @Override
    public String toString() {
        return "StreamLoss";
    }
}
