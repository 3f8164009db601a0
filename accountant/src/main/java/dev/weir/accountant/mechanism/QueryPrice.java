package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.BudgetConversion;
import dev.weir.accountant.ledger.Quota;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * What a query's share of the unit's budget buys: the noise of each aggregate, and the quota that the gate keeps.
 *
 * <p><b>Guarantee.</b> Noise follows from the granted share, never the charge from the noise. With n contributions and
 * aggregate a of full size c and weight w of W, p = share w / (n W); Laplace noise has scale b = c / p, Gaussian noise
 * sigma&sup2; = c&sup2; / (2 p). Both are exact rationals, nothing is rounded. So n full-size records in n cells cost
 * exactly the share; in one cell they cost n records' worth (Laplace) or n&sup2; (Gaussian).
 *
 * @param share what the query may use of the unit's budget
 * @param contributions n, at least 1
 * @param terms the aggregates, at least one
 */
public record QueryPrice(Amount share, long contributions, List<Quota.Term> terms) implements Serializable {

    private static final BigInteger STEPS_OF_ONE = BigInteger.TEN.pow(15);

    public QueryPrice {
        if (share.femto() < 1 || contributions < 1 || terms.isEmpty()) {
            throw new IllegalArgumentException("share must be > 0, contributions >= 1 and aggregates >= 1, were "
                    + share.value() + ", " + contributions + " and " + terms.size());
        }
        terms = List.copyOf(terms);
    }

    /**
     * What a budget affords in the currency of its noise, rounded down: &epsilon; for Laplace noise, &mu;&sup2;/2 by the
     * exact Gaussian curve for Gaussian noise; a stated &rho; is &mu;&sup2;/2, because rounded Gaussian noise is both.
     */
    public static Amount afford(Budget budget) {
        if (budget instanceof Budget.Pure pure) {
            return Amount.atMost(Currency.EPSILON, pure.epsilon());
        }
        if (budget instanceof Budget.Approximate approximate) {
            return BudgetConversion.gaussianAmount(approximate);
        }
        return Amount.atMost(Currency.HALF_MU_SQUARED, ((Budget.Concentrated) budget).rho());
    }

    /** Refuses what no noise or account can hold: scales above 2^40, common denominators from 2^126 on. */
    public void requireInRange() {
        BigInteger limit = quota().limit();
        for (int i = 0; i < terms.size(); i++) {
            if (limit.signum() < 1 || mechanism(i).scale() <= 0) {
                throw new IllegalArgumentException(
                        "scale must be > 0, was " + mechanism(i).scale());
            }
        }
    }

    /** The noise of aggregate {@code index}. */
    public Mechanism mechanism(int index) {
        Ratio full = Ratio.of(terms.get(index).fullSize(), 1);
        Ratio scale = full.dividedBy(price(index));
        return isGaussian() ? new RoundedGaussian(full.times(scale).times(Ratio.of(1, 2))) : new DiscreteLaplace(scale);
    }

    /** Whether the noise is Gaussian, so that costs grow with squares. */
    public boolean isGaussian() {
        return share.currency() != Currency.EPSILON;
    }

    /** p: what a full-size record costs in aggregate {@code index}. */
    public Ratio price(int index) {
        BigInteger part = BigInteger.valueOf(share.femto())
                .multiply(BigInteger.valueOf(terms.get(index).weight()));
        BigInteger whole =
                STEPS_OF_ONE.multiply(BigInteger.valueOf(contributions)).multiply(Quota.Term.weights(terms));
        return new Ratio(part, whole);
    }

    /** The account that the gate keeps for one unit. */
    public Quota quota() {
        return new Quota(share, contributions, terms);
    }
}
