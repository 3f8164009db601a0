package dev.weir.operators.testing;

import dev.weir.operators.admit.Offer;
import dev.weir.operators.query.Plan;
import java.util.Arrays;

/**
 * What an offer says, as plain arrays that tests can look into and change.
 *
 * @param unit the unit's id
 * @param period the unit's period, for oracles: the gate finds it out by itself
 * @param time event time
 * @param queries the queries that want the record
 * @param keys its key in each of them
 * @param amounts what their aggregates would add
 */
public record Claims(byte[] unit, long period, long time, int[] queries, int[] keys, long[] amounts) {

    /** The offer, to a gate for these queries. */
    public Offer offer(Plan plan) {
        Offer offer = new Offer();
        offer.start(unit, time);
        int at = 0;
        for (int i = 0; i < queries.length; i++) {
            int width = plan.queries().get(queries[i]).query().aggregates().size();
            offer.add(queries[i], keys[i], Arrays.copyOfRange(amounts, at, at + width));
            at += width;
        }
        return offer;
    }
}
