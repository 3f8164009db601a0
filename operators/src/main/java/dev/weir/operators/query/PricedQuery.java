package dev.weir.operators.query;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A query and the price of its releases, which follows from the share of the budget that it was granted.
 *
 * @param query what is asked
 * @param price what a unit pays for its contributions; noise follows from it
 */
public record PricedQuery(Query query, QueryPrice price) implements Serializable {

    private static final BigDecimal LARGEST_WEIGHT = new BigDecimal("1e18");

    /** @throws IllegalArgumentException if a key account counts in another currency, or the noise would be out of range */
    public PricedQuery {
        KeyAccountTerms account = query.keyAccount();
        if (account != null && account.limit().currency() != price.share().currency()) {
            throw new IllegalArgumentException("the key account's currency must be that of the budget, "
                    + price.share().currency() + ", was " + account.limit().currency());
        }
        price.requireInRange();
        for (int i = 0; i < query.aggregates().size(); i++) {
            query.aggregates().get(i).noiseFactors().forEach(price.mechanism(i)::times);
        }
    }

    /** Prices a query by the share of a unit's budget that it was granted. */
    static PricedQuery of(Query query, Amount share) {
        int decimals = mostDecimals(query.aggregates());
        Norm norm = Norm.of(share.currency());
        List<QueryPrice.Term> terms = query.aggregates().stream()
                .map(aggregate -> new QueryPrice.Term(aggregate.fullSize(norm), whole(aggregate.weight(), decimals)))
                .toList();
        return new PricedQuery(query, new QueryPrice(share, query.spend().contributions(), terms));
    }

    private static int mostDecimals(List<Aggregate> aggregates) {
        return aggregates.stream()
                .mapToInt(aggregate -> Math.max(0, aggregate.weight().scale()))
                .max()
                .orElse(0);
    }

    private static long whole(BigDecimal weight, int scale) {
        BigDecimal whole = weight.movePointRight(scale);
        if (whole.compareTo(LARGEST_WEIGHT) > 0) {
            throw new IllegalArgumentException("weights must have at most 18 digits between them, was " + weight);
        }
        return whole.longValueExact();
    }

    /** The noise of each aggregate, in their order. */
    public List<AdditiveNoise> mechanisms() {
        return IntStream.range(0, query.aggregates().size())
                .mapToObj(price::mechanism)
                .toList();
    }

    /** The accuracy of each released value, in the order of the aggregates and their names. */
    public List<Accuracy> accuracies() {
        return IntStream.range(0, query.aggregates().size())
                .boxed()
                .flatMap(i -> query.aggregates().get(i).accuracy(price.mechanism(i)).stream())
                .toList();
    }

    /** What one release costs its key's account: the most that one unit can have spent on the cell. */
    public Amount releaseCost() {
        int records = query.bounds().recordsPerCell();
        long bound = records == Bounds.UNBOUNDED ? Long.MAX_VALUE : records;
        List<BigInteger> largest = query.aggregates().stream()
                .map(aggregate -> aggregate.largestSize(bound, price.norm()))
                .toList();
        return price.costOf(largest);
    }

    /** The account of each key; absent if the query limits nothing. */
    public @Nullable KeyAccount keyAccount() {
        KeyAccountTerms terms = query.keyAccount();
        return terms == null ? null : new KeyAccount(terms.limit(), terms.periodMillis(), releaseCost());
    }
}
