package dev.weir.operators.query;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.mechanism.QueryPrice;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The charge for a full-size record that is its unit's first record under a key of a series. If the bounds admit fewer
 * than {@code contributions} records, the noise is smaller, and the charge exceeds the share divided by {@code
 * contributions}.
 *
 * @param account the unit's account
 * @param parts the charge in parts of the account, at least 1
 * @param stated the configured {@code contributions}
 */
record FullSizeRecord(UnitAccount account, BigInteger parts, long stated) {

    /**
     * Computes the charge for a full-size record of a query.
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

    /**
     * The number of full-size records, each under a different key, that the account affords; at most the configured
     * number.
     */
    long affordable() {
        return account.limit().divide(parts).min(BigInteger.valueOf(stated)).longValueExact();
    }
}
