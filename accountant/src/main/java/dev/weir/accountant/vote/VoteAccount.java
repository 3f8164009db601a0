package dev.weir.accountant.vote;

import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The public account of a vote: how many questions were asked and answered, and what is left of the budget. One account is kept for
 * all teachers, because every question costs each of them the same.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced. The account is a function of the budget and of what was
 * published: that a question was asked, and whether it was answered. So the order in which questions stop is a stopping rule
 * on the output, and a sum of &mu;&sup2;/2 that never exceeds the budget bounds the loss of the whole stream: Smith and Thakurta
 * (2022); Koskela, Tobaben and Honkela (2022). Before a question is looked at there must be room for its check and its answer, because an answer that
 * is refused for want of room would be an output that depends on votes and was not paid.
 *
 * <p>The account keeps counts, not sums: {@link #spent} is exact up to one rounding, upwards, and {@link #hasRoom} is exact.
 *
 * @param prices the prices of the mechanism
 * @param budget the most that one teacher may lose, in {@link Currency#HALF_MU_SQUARED}
 * @param earlier what was spent under earlier versions of the mechanism; 0 if there were none
 * @param asked how many questions have been asked, at least 0
 * @param answered how many of them teachers have answered, at least 0
 */
public record VoteAccount(VotePrices prices, Amount budget, Amount earlier, long asked, long answered)
        implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a count is out of range, or the budget is in another currency */
    public VoteAccount {
        boolean isGaussian = budget.currency() == Currency.HALF_MU_SQUARED;
        Require.that(isGaussian, "budget", "epsilon and delta, or rho and delta", budget.currency());
        Require.atLeast("asked", asked, 0);
        Require.between("answered", answered, 0, asked);
    }

    /**
     * The account of a stream that has asked nothing.
     *
     * @param mechanism the mechanism
     * @param budget the most that one teacher may lose; not pure
     * @throws dev.weir.accountant.privacy.InvalidParameter if the budget is pure: the noise is Gaussian
     */
    public static VoteAccount of(VoteMechanism mechanism, Budget budget) {
        return new VoteAccount(
                VotePrices.of(mechanism), QueryPrice.afford(budget), Amount.zero(Currency.HALF_MU_SQUARED), 0, 0);
    }

    /**
     * The account with something that was spent before its first question, under another version of the mechanism.
     *
     * @param spent what was spent, in {@link Currency#HALF_MU_SQUARED}
     */
    public VoteAccount after(Amount spent) {
        return new VoteAccount(prices, budget, spent, asked, answered);
    }

    /**
     * The account with other counts, for one that is restored.
     *
     * @param restoredAsked how many questions have been asked, at least 0
     * @param restoredAnswered how many of them have been answered, at least 0
     */
    public VoteAccount with(long restoredAsked, long restoredAnswered) {
        return new VoteAccount(prices, budget, earlier, restoredAsked, restoredAnswered);
    }

    /**
     * Whether the next question may be asked: its check and its answer both fit. Once they do not, they never will, because an account
     * without room charges nothing.
     */
    public boolean hasRoom() {
        return earlier.compareTo(budget) < 0 && prices.fit(asked + 1, answered + 1, budget.minus(earlier));
    }

    /**
     * The account behind one more question.
     *
     * @param isAnswered whether teachers have answered it
     * @throws IllegalStateException if there is no room
     */
    public VoteAccount asking(boolean isAnswered) {
        if (!hasRoom()) {
            throw new IllegalStateException("an account without room must not be charged");
        }
        return new VoteAccount(prices, budget, earlier, asked + 1, answered + (isAnswered ? 1 : 0));
    }

    /** What asked and answered questions cost, rounded up once, and what was spent earlier. */
    public Amount spent() {
        return earlier.plus(prices.of(asked, answered));
    }

    /** The budget minus {@link #spent}; 0 if a later version has a smaller budget than was spent. */
    public Amount left() {
        return spent().compareTo(budget) < 0 ? budget.minus(spent()) : Amount.zero(budget.currency());
    }
}
