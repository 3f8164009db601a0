package dev.weir.operators.release;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;

/**
 * How the keys of a query that nobody declared are announced.
 *
 * @param by the number of the aggregate that is the selection statistic, a count of records or of units
 * @param preThreshold p, the least number of units of a key that exists, at least 1
 * @param touches the &delta; of a unit for keys, and the number of touches that it pays for
 */
record AnnouncementTerms(int by, long preThreshold, Touches touches) {

    /**
     * Checks that a query's bounds hold what the terms pay for, and returns what decides whether a key exists.
     *
     * @param priced the query
     * @throws IllegalArgumentException if the gate would keep more touches of a unit than the terms pay for, or the statistic is no count, or
     *     a unit may add any number to it
     */
    LoneKey lone(PricedQuery priced) {
        Bounds bounds = priced.query().bounds().perCell();
        if (bounds.cellsPerPeriod() > touches.most()) {
            throw new IllegalArgumentException(
                    "cells or keys per period must be at most the touches that delta pays for, " + touches.most());
        }
        Aggregate aggregate = priced.query().aggregates().get(by);
        boolean isBounded = aggregate instanceof DistinctUnits
                || (aggregate instanceof Count && bounds.recordsPerCell() != Bounds.UNBOUNDED);
        if (!isBounded) {
            throw new IllegalArgumentException(
                    "keys must be announced by a count of units, or by a count of records with a bound on those of a unit");
        }
        return new LoneKey(
                preThreshold,
                aggregate.largestSize(bounds.recordsPerCell(), Norm.L1).longValueExact());
    }
}
