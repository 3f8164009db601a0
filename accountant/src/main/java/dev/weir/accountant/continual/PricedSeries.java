package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/** A query of running totals whose noise {@link SeriesPrice} has derived from its share of the budget. */
public interface PricedSeries extends Serializable {

    /**
     * The noise of one aggregate's running totals. If the aggregate is a block, the noise of each of its numbers is
     * this noise times the factor of the number.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     */
    CorrelatedNoise noise(int aggregate);

    /**
     * The scale on which lengths of contributions are counted, and the amount of rounding that a block's noise has to cover in addition to
     * the contributions.
     *
     * @param lengthBits lengths are counted in units of 2<sup>-lengthBits</sup> grid steps; 0 for a single number, and
     * under Laplace noise
     * @param spread the squared rounding error of the block's encoders, as a multiple of that of a single number: the
     *     sum of 1 / f over the block's factors f, at least 1; 1 for a single number
     */
    record Units(int lengthBits, long spread) {}

    /**
     * The {@link Units} of one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     */
    Units units(int aggregate);

    /**
     * The price of the whole series of one aggregate for a unit whose contributions have the full size and are bounded:
     * the price of the worst pattern of contributions, rounded up. If the pattern is not bounded, the price exceeds
     * every budget.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param bounds what one unit may contribute to the series
     */
    Amount cost(int aggregate, Participation bounds);

    /** The account of one unit, to which the gate (the operator that admits records) charges the unit's contributions. */
    UnitAccount account();

    /**
     * Creates an object that computes the charge of a contribution to {@link #account}. It must be used by one thread
     * only.
     */
    SeriesCost cost();

    /**
     * The largest standard deviations, up to the horizon, of the three simple ways of {@link NaiveErrors} to release the running totals of
     * one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param horizon the last step whose error counts, at least 1
     */
    NaiveErrors naiveErrors(int aggregate, long horizon);

    /**
     * The largest standard deviations of the three simple ways of {@link NaiveErrors} to release windows that slide by one pane.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param panes the number of panes of a window, at least 1
     */
    NaiveErrors naiveSlidingErrors(int aggregate, long panes);
}
