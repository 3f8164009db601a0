package dev.weir.accountant.vote;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * What a mechanism charges for each vote, as exact fractions of one denominator, so that sums of charges are whole numbers.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced by any others or by unreadable ones; who votes on what is
 * the same. A vote moves at most two labels' votes, by 1 each. So the largest number of votes moves by at most 1, and the check costs 1 /
 * (2 &sigma;<sub>1</sub>&sup2;); all votes move by an l2 distance of at most &radic;2, and the answer costs 1 / &sigma;<sub>2</sub>&sup2;.
 * Both are &mu;&sup2;/2 of an exact Gaussian mechanism: Dong, Roth and Su (2022), Theorem 1. They are equal to &rho;: Bun and
 * Steinke (2016), Proposition 1.6. Neither depends on votes.
 *
 * @param check the price of a check, in parts of 1 / {@code denominator}; 0 if there is none
 * @param answer the price of an answer, in parts of 1 / {@code denominator}, at least 1
 * @param denominator how many parts one unit of &mu;&sup2;/2 has, at least 1
 */
public record VotePrices(BigInteger check, BigInteger answer, BigInteger denominator) implements Serializable {

    private static final int DIGITS = 15;
    private static final Ratio HALF = Ratio.of(1, 2);

    /**
     * The prices of a mechanism.
     *
     * @param mechanism the mechanism
     */
    public static VotePrices of(VoteMechanism mechanism) {
        Ratio answer = inverseSquare(mechanism.answerSigma());
        return mechanism
                .check()
                .map(check -> of(inverseSquare(check.sigma()).times(HALF), answer))
                .orElseGet(() -> new VotePrices(BigInteger.ZERO, answer.numerator(), answer.denominator()));
    }

    private static VotePrices of(Ratio check, Ratio answer) {
        return new VotePrices(
                check.numerator().multiply(answer.denominator()),
                answer.numerator().multiply(check.denominator()),
                check.denominator().multiply(answer.denominator()));
    }

    private static Ratio inverseSquare(BigDecimal sigma) {
        Ratio inverse = Ratio.ONE.dividedBy(Ratio.of(sigma));
        return inverse.times(inverse);
    }

    /** The price of a check in the ledger's currency, rounded up to whole steps; 0 if there is none. */
    public Amount checkPrice() {
        return of(1, 0);
    }

    /** The price of an answer in the ledger's currency, rounded up to whole steps. */
    public Amount answerPrice() {
        return of(0, 1);
    }

    /**
     * The price of some checks and answers together, computed exactly and then rounded up once to whole steps.
     *
     * @param asked the number of checks, at least 0
     * @param answered the number of answers, at least 0
     */
    public Amount of(long asked, long answered) {
        BigDecimal parts = new BigDecimal(parts(asked, answered));
        return Amount.atLeast(
                Currency.HALF_MU_SQUARED, parts.divide(new BigDecimal(denominator), DIGITS, RoundingMode.CEILING));
    }

    /**
     * Whether some checks and answers together cost at most a budget, compared without any rounding.
     *
     * @param asked the number of checks, at least 0
     * @param answered the number of answers, at least 0
     * @param budget the budget in {@link Currency#HALF_MU_SQUARED}
     */
    public boolean fit(long asked, long answered, Amount budget) {
        BigInteger limit = BigInteger.valueOf(budget.femto()).multiply(denominator);
        return parts(asked, answered).multiply(BigInteger.TEN.pow(DIGITS)).compareTo(limit) <= 0;
    }

    private BigInteger parts(long asked, long answered) {
        return check.multiply(BigInteger.valueOf(asked)).add(answer.multiply(BigInteger.valueOf(answered)));
    }
}
