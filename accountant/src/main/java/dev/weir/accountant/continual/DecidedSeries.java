package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.plan.NaiveErrors.Limits;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * A query of running totals whose noise {@link SeriesPrice} has decided.
 *
 * @param account the account of one unit, to which the unit's contributions are charged
 * @param aggregates the query's aggregates and their noise, in the query's order
 * @param bounds what a unit may contribute to one series
 * @param contributions the number of contributions of full size on different keys that the share pays for
 */
record DecidedSeries(UnitAccount account, List<Aggregate> aggregates, Participation bounds, long contributions)
        implements PricedSeries {

    /**
     * One aggregate whose noise is decided.
     *
     * @param size the largest contribution, for which the noise was decided
     * @param noise the noise of the aggregate's running totals
     * @param growth computes by how much a contribution increases the unit's sensitivity
     * @param price the number of parts of the account that one part of growth costs
     * @param unit the scale b of Laplace noise, or the sigma of Gaussian noise, in grid steps, at which one value of full size costs the
     *     aggregate's part of the share
     */
    record Aggregate(SeriesSize size, CorrelatedNoise noise, UnitGrowth growth, BigInteger price, double unit)
            implements Serializable {}

    @Override
    public CorrelatedNoise noise(int aggregate) {
        return aggregates.get(aggregate).noise;
    }

    @Override
    public Units units(int aggregate) {
        SeriesSize size = aggregates.get(aggregate).size;
        return new Units(size.length().bits(), size.spread());
    }

    @Override
    public SeriesCost cost() {
        return new SeriesCost(
                aggregates.stream().map(Aggregate::growth).toList(),
                aggregates.stream().map(each -> each.size.length()).toList(),
                aggregates.stream().map(Aggregate::price).toList());
    }

    @Override
    public Amount cost(int aggregate, Participation contributed) {
        Aggregate decided = aggregates.get(aggregate);
        return decided.noise instanceof BltNoise noise
                ? noise.cost(decided.size.squaredSteps(noise, contributed))
                : decided.noise.cost(contributed, decided.size.full());
    }

    @Override
    public NaiveErrors naiveErrors(int aggregate, long horizon) {
        double unit = aggregates.get(aggregate).unit;
        return isLaplace() ? NaiveErrors.laplace(limits(horizon), unit) : NaiveErrors.gaussian(limits(horizon), unit);
    }

    @Override
    public NaiveErrors naiveSlidingErrors(int aggregate, long panes) {
        double unit = aggregates.get(aggregate).unit;
        return isLaplace()
                ? NaiveErrors.slidingLaplace(limits(panes), unit)
                : NaiveErrors.slidingGaussian(limits(panes), unit);
    }

    private boolean isLaplace() {
        return account.share().currency() == Currency.EPSILON;
    }

    private Limits limits(long steps) {
        return new Limits(new Plan(steps, bounds.times(), bounds.separation()), bounds.keys(), contributions);
    }
}
