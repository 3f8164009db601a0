package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/** A query of running totals whose noise follows from its share: {@link SeriesPrice}. */
public interface PricedSeries extends Serializable {

    /**
     * The noise of one aggregate's running totals. Where the aggregate is a block, each number's noise is this one's
     * times the factor of that number.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     */
    CorrelatedNoise noise(int aggregate);

    /**
     * The scale in which a privacy unit's state counts lengths, and how much rounding a block's noise has to hide
     * besides the contributions.
     *
     * @param lengthBits lengths are counted in units of 2<sup>-lengthBits</sup> grid steps; 0 for a single number, and
     * under Laplace noise
     * @param spread the rounding that the noise hides, counted in numbers that are rounded to whole numbers: the sum of
     * 1 / f over the block's factors f, at least 1; 1 for a single number
     */
    record Units(int lengthBits, long spread) {}

    /**
     * The units of one aggregate.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     */
    Units units(int aggregate);

    /**
     * The price of the whole series of one aggregate for a unit whose contributions have the full size and are bounded:
     * the price of the worst pattern of contributions, rounded up. Where nothing bounds the pattern, the price exceeds
     * every budget.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param bounds what one unit may contribute to the series
     */
    Amount cost(int aggregate, Participation bounds);

    /** The account that the gate keeps for one unit. */
    UnitAccount account();

    /** The object that computes what a contribution is charged to {@link #account}; one thread uses it. */
    SeriesCost cost();

    /**
     * The largest errors, up to the horizon, of the simple ways to release the same running totals.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param horizon the last step whose error counts, at least 1
     */
    NaiveErrors naiveErrors(int aggregate, long horizon);

    /**
     * The largest errors of the simple ways to release windows that slide by one pane.
     *
     * @param aggregate the index of the aggregate in the query, from 0
     * @param panes how many panes a window has, at least 1
     */
    NaiveErrors naiveSlidingErrors(int aggregate, long panes);
}
