package dev.weir.operators.release;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.selection.keys.LoneKey;
import dev.weir.accountant.selection.keys.Touches;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the keys of a query that nobody declared are announced.
 *
 * @param by the number of the aggregate that is the selection statistic, a count of records or of units
 * @param preThreshold p, the least number of units of a key that exists, at least 1
 * @param touches the &delta; of a unit for keys, and the number of touches that it pays for
 */
public record AnnouncementTerms(int by, long preThreshold, Touches touches) {

    /**
     * The terms of a query whose keys nobody declared.
     *
     * @param query the query
     */
    public static AnnouncementTerms of(Query query) {
        DiscoveredKeys keys = query.keys().discovered().orElseThrow();
        int by = IntStream.range(0, query.aggregates().size())
                .filter(i -> query.aggregates().get(i).names().equals(List.of(keys.by())))
                .findFirst()
                .orElseThrow();
        Touches touches = new Touches(keys.delta(), query.bounds().perCell().cellsPerPeriod());
        return new AnnouncementTerms(by, keys.preThreshold(), touches);
    }

    /**
     * The threshold of every window of a query with tumbling or calendar windows.
     *
     * @param priced the query
     */
    public WindowThreshold threshold(PricedQuery priced) {
        return WindowThreshold.of(priced.price().mechanism(by), lone(priced), touches.each());
    }

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
