package dev.weir.accountant.levels.series;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.util.List;

/**
 * What series at the nodes of levels are planned for.
 *
 * @param shape the shape of the levels
 * @param addsUp whether the number of a node is the sum of those of its base cells; else a unit moves a node of a series by 1, once
 * @param favour for which rows errors are made small
 * @param contributions n, the number of full-size records that the share pays for, wherever they are
 * @param bounds what a unit may contribute under base cells: how many of them in its life, and how often to each in one series
 * @param lastStep the step at which a series ends for good, at least 1
 * @param aggregates the aggregates of the query, in its order, at least one
 */
public record SeriesTerms(
        LevelShape shape,
        boolean addsUp,
        Favour favour,
        long contributions,
        Participation bounds,
        long lastStep,
        List<Aggregate> aggregates)
        implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a number is out of range */
    public SeriesTerms {
        aggregates = List.copyOf(aggregates);
        Require.atLeast("contributions", contributions, 1);
        Require.atLeast("last step", lastStep, 1);
        Require.that(!aggregates.isEmpty(), "aggregates", "at least 1", aggregates.size());
    }

    /**
     * One aggregate, a single number.
     *
     * @param weight its part of the price, relative to the other weights, at least 1
     * @param fullSize the most one record adds, in grid steps, at least 1
     */
    public record Aggregate(long weight, long fullSize) implements Serializable {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a number is out of range */
        public Aggregate {
            Require.atLeast("weight", weight, 1);
            Require.atLeast("full size", fullSize, 1);
        }
    }

    /** The most records of a unit that move a base cell of one series; {@link Participation#UNLIMITED} if there is no limit. */
    long recordsPerCell() {
        if (!addsUp) {
            return 1;
        }
        return bounds.separation() == 0
                ? bounds.times()
                : Math.min(bounds.times(), (lastStep - 1) / bounds.separation() + 1);
    }

    /** The most records of a unit that move something: n, or fewer if the bounds admit fewer. */
    long records() {
        return Math.min(contributions, product(bounds.keys(), recordsPerCell()));
    }

    /** The product of two numbers of at least 1; {@link Participation#UNLIMITED} if it is larger than that. */
    static long product(long a, long b) {
        return a > Participation.UNLIMITED / b ? Participation.UNLIMITED : a * b;
    }
}
