package dev.weir.operators.query;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.mechanism.QueryPrice;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The charge for a record of full size that is the first of its unit under a key of a series. If the bounds admit fewer
 * than {@code contributions} records, the noise is smaller, and this charge is more than the share divided by {@code
 * contributions}.
 *
 * @param account the unit's account
 * @param parts the charge in parts of the account, at least 1
 * @param stated the configured {@code contributions}
 */
record FullSizeRecord(UnitAccount account, BigInteger parts, long stated) {

    /**
     * The full-size record of a query.
     *
     * @param query the query
     * @param price the price of the query
     * @param series the query's noise and charges
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

    /** The charge in the currency of the share, rounded up. */
    BigDecimal price() {
        return account.amount(parts).value().stripTrailingZeros();
    }

    /** How many such records, each under a different key, the account affords; at most the configured number. */
    long affordable() {
        return account.limit().divide(parts).min(BigInteger.valueOf(stated)).longValueExact();
    }
}
