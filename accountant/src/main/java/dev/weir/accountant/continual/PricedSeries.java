package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;

/** A query of running totals whose noise follows from its share: {@link SeriesPrice}. */
public interface PricedSeries extends Serializable {

    /** The noise of aggregate {@code aggregate}: of each number of a block, but for the factors of its noise. */
    CorrelatedNoise noise(int aggregate);

    /**
     * What the words of a unit and the noise depend on where an aggregate is a block.
     *
     * @param lengthBits lengths are in units of 2<sup>-lengthBits</sup> grid steps; 0 of a single number, and under Laplace noise
     * @param spread how many numbers' rounding to whole numbers the noise hides: the sum of the 1 / f of their factors, at least 1; 1 of
     *     a single number
     */
    record Units(int lengthBits, long spread) {}

    /** The units of aggregate {@code aggregate}. */
    Units units(int aggregate);

    /**
     * What the whole series of one aggregate costs a unit whose contributions have the full size and are bounded: what the worst
     * pattern costs, rounded up; more than any budget where nothing bounds it.
     */
    Amount cost(int aggregate, Participation bounds);

    /** The account that the gate keeps for one unit. */
    UnitAccount account();

    /** What a contribution is charged to {@link #account}: for use by one thread. */
    SeriesCost cost();

    /** What the ways that come to mind first would have for a largest error up to the horizon. */
    NaiveErrors naiveErrors(int aggregate, long horizon);

    /** The same for windows of so many panes that slide by one. */
    NaiveErrors naiveSlidingErrors(int aggregate, long panes);
}
