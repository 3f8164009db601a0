package dev.weir.accountant.mechanism;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.compose.convert.BudgetConversion;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Derives from a query's share of the unit's budget the noise of each aggregate, the account that the gate keeps for a
 * unit, and the charge of a record to that account.
 *
 * <p><b>Guarantee.</b> The noise is computed from the granted share; no charge is computed from the noise. Let n be the
 * number of contributions, c the full size of an aggregate in the {@link Norm} of its noise, w the aggregate's weight,
 * W the sum of all weights, and p = share w / (n W). Laplace noise has scale b = c / p. Gaussian noise has sigma&sup2;
 * = c / (2 p), where c is a squared size. Both are exact rationals; nothing is rounded. So n full-size records in n
 * cells cost exactly the share; in one cell they cost as much as n records (Laplace) or n&sup2; records (Gaussian).
 * {@link RecordCost} says why the account bounds the loss by all releases.
 *
 * @param share the part of the unit's budget that the query may use, above 0
 * @param contributions n, the number of full-size records in separate cells that the share pays for, at least 1
 * @param terms the aggregates, at least one
 */
public record QueryPrice(Amount share, long contributions, List<Term> terms) implements Serializable {

    private static final BigInteger STEPS_OF_ONE = BigInteger.TEN.pow(15);
    private static final int LIMIT_BITS = 126;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code share}, {@code contributions} or {@code terms} is out of range */
    public QueryPrice {
        Require.positive("share", share.value());
        Require.atLeast("contributions", contributions, 1);
        Require.that(!terms.isEmpty(), "aggregates", "at least 1", terms.size());
        terms = List.copyOf(terms);
    }

    /**
     * One aggregate of a query, as far as its price depends on it.
     *
     * @param fullSize the full size c: the most one record can add, in grid steps, measured in the norm of the noise
     *     (squared under Gaussian noise), at least 1
     * @param weight the aggregate's part of the price, relative to the other weights, at least 1
     */
    public record Term(BigInteger fullSize, long weight) implements Serializable {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code fullSize} or {@code weight} is out of range */
        public Term {
            Require.that(fullSize.signum() > 0, "full size", ">= 1", fullSize);
            Require.atLeast("weight", weight, 1);
        }
    }

    /**
     * Converts a budget into the currency of its noise, rounded down: &epsilon; for Laplace noise, &mu;&sup2;/2 by the
     * exact Gaussian curve for Gaussian noise; a stated &rho; is taken as &mu;&sup2;/2, because rounded Gaussian noise
     * with &mu; is &mu;&sup2;/2-zCDP.
     *
     * @param budget the most that one privacy unit may lose in all
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

    /**
     * Checks that noise and account can represent the price.
     *
     * @throws InvalidParameter if a scale is above 2<sup>40</sup> grid steps, or the common denominator is
     *     2<sup>126</sup> or more
     */
    public void requireInRange() {
        account();
        for (int i = 0; i < terms.size(); i++) {
            Require.positive("scale", mechanism(i).scale());
        }
    }

    /**
     * The noise of an aggregate.
     *
     * @param index the index of the aggregate, from 0
     * @throws InvalidParameter if the scale of the noise is above 2<sup>40</sup> grid steps
     */
    public AdditiveNoise mechanism(int index) {
        Ratio scale = new Ratio(terms.get(index).fullSize(), BigInteger.ONE).dividedBy(price(index));
        return isGaussian() ? new RoundedGaussian(scale.times(Ratio.of(1, 2))) : new DiscreteLaplace(scale);
    }

    /** Whether the noise is Gaussian, so that costs grow with squares. */
    public boolean isGaussian() {
        return norm() == Norm.SQUARED_L2;
    }

    /** The norm in which sizes are measured. */
    public Norm norm() {
        return Norm.of(share.currency());
    }

    /**
     * The price p of a full-size record.
     *
     * @param index the index of the aggregate, from 0
     * @return the price in units of the currency of the share
     */
    public Ratio price(int index) {
        BigInteger part = BigInteger.valueOf(share.femto())
                .multiply(BigInteger.valueOf(terms.get(index).weight()));
        BigInteger whole =
                STEPS_OF_ONE.multiply(BigInteger.valueOf(contributions)).multiply(weights());
        return new Ratio(part, whole);
    }

    /**
     * The account that the gate keeps for one unit. The share consists of n W L parts.
     *
     * @throws InvalidParameter if n W L is 2<sup>126</sup> or more
     */
    public UnitAccount account() {
        BigInteger limit = limit();
        Require.that(
                limit.bitLength() <= LIMIT_BITS,
                "the common denominator of clamps and weights",
                "below 2^126",
                "2^" + limit.bitLength());
        return new UnitAccount(share, limit);
    }

    /**
     * Creates the object that computes the charge of a record to {@link #account}. It must be used by one thread only.
     */
    public RecordCost recordCost() {
        return new RecordCost(norm(), account(), prices());
    }

    /**
     * The price of a unit's contribution of the given sizes to an empty cell, rounded up, but at most the share,
     * because a unit cannot spend more.
     *
     * @param sizes the sizes, one for each aggregate, in the norm of the noise, at least 0
     */
    public Amount costOf(List<BigInteger> sizes) {
        List<BigInteger> prices = prices();
        BigInteger cost = IntStream.range(0, prices.size())
                .mapToObj(i -> sizes.get(i).multiply(prices.get(i)))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return account().amount(cost.min(limit()));
    }

    private BigInteger limit() {
        return BigInteger.valueOf(contributions).multiply(weights()).multiply(commonSize());
    }

    /** The price of a growth by 1 in size, for each aggregate, in parts of the share: w L / c. */
    private List<BigInteger> prices() {
        BigInteger common = commonSize();
        return terms.stream()
                .map(term -> BigInteger.valueOf(term.weight()).multiply(common).divide(term.fullSize()))
                .toList();
    }

    /** The least common multiple L of all full sizes. */
    private BigInteger commonSize() {
        return terms.stream().map(Term::fullSize).reduce(BigInteger.ONE, (a, b) -> a.multiply(b)
                .divide(a.gcd(b)));
    }

    /** The sum W of all weights. */
    private BigInteger weights() {
        return terms.stream().map(term -> BigInteger.valueOf(term.weight())).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
