package dev.weir.operators.query;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.mechanism.QueryPrice;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * What the gate charges a unit for a record of full size that is its first under a key of a series. Where the bounds admit less than
 * {@code contributions} records, noise is smaller and this is more than the share divided by them.
 *
 * @param account the unit's account
 * @param parts of it, at least 1
 * @param stated {@code contributions}
 */
record FullSizeRecord(UnitAccount account, BigInteger parts, long stated) {

    /**
     * The full-size record of a query.
     *
     * @param price what it was priced by
     * @param series its noise and charges
     */
    static FullSizeRecord of(Query query, QueryPrice price, PricedSeries series) {
        SeriesCost cost = series.cost();
        cost.begin(new long[cost.words()], 0);
        for (int i = 0; i < query.aggregates().size(); i++) {
            cost.add(i, 1, query.aggregates().get(i).fullLength(price.norm(), cost, i));
        }
        BigInteger parts = UInt128.toBigInteger(cost.high(), cost.low());
        return new FullSizeRecord(series.account(), parts, price.contributions());
    }

    /** In the currency of the share, rounded up. */
    BigDecimal price() {
        return account.amount(parts).value().stripTrailingZeros();
    }

    /** How many such records, each under a key of its own, the account affords: as many as stated at most. */
    long affordable() {
        return account.limit().divide(parts).min(BigInteger.valueOf(stated)).longValueExact();
    }
}
