package dev.weir.operators.query;

import dev.weir.accountant.privacy.Amount;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Splits one unit's budget among queries. Explicit shares are granted as configured, rounded down. The rest is divided
 * evenly among the queries without an explicit share.
 */
final class GrantedShares {

    private GrantedShares() {}

    /** Grants each query its share and prices the queries by their shares. */
    static List<PricedQuery> priced(Amount budget, List<Query> queries) {
        List<Amount> shares = of(budget, queries);
        List<PricedQuery> priced = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            priced.add(PricedQuery.of(queries.get(i), shares.get(i)));
        }
        return priced;
    }

    /**
     * The granted share of each query, in the order of the queries.
     *
     * @throws IllegalArgumentException if the explicit shares add up to more than 1, or add up to 1 while another query
     * has no explicit share
     */
    static List<Amount> of(Amount budget, List<Query> queries) {
        List<BigDecimal> explicit = explicit(queries);
        int evenly = queries.size() - explicit.size();
        requireAffordable(explicit, evenly);
        Iterator<Amount> even = rest(budget, explicit, evenly).iterator();
        List<Amount> granted = new ArrayList<>();
        for (Query query : queries) {
            BigDecimal share = query.spend().share();
            granted.add(share == null ? even.next() : budget.share(share));
        }
        return granted;
    }

    /**
     * Divides what explicit shares leave of a budget into equal parts, one for each query without an explicit share.
     */
    private static List<Amount> rest(Amount budget, List<BigDecimal> explicit, int parts) {
        Amount left = budget;
        for (BigDecimal share : explicit) {
            left = left.minus(budget.share(share));
        }
        return parts == 0 ? List.of() : left.split(parts);
    }

    private static List<BigDecimal> explicit(List<Query> queries) {
        List<BigDecimal> explicit = new ArrayList<>();
        for (Query query : queries) {
            BigDecimal share = query.spend().share();
            if (share != null) {
                explicit.add(share);
            }
        }
        return explicit;
    }

    private static void requireAffordable(List<BigDecimal> explicit, int evenly) {
        BigDecimal sum = explicit.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        if (sum.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException("shares must add up to at most 1, were " + sum);
        }
        if (evenly > 0 && sum.compareTo(BigDecimal.ONE) == 0) {
            throw new IllegalArgumentException("explicit shares must leave something for the queries without one");
        }
    }
}
