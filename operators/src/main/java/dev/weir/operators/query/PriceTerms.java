package dev.weir.operators.query;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Aggregate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;

/** Computes the terms by which a query is priced: the sizes and weights of its aggregates as whole numbers. */
final class PriceTerms {

    /** The rounding of prices in messages. */
    static final MathContext UP = new MathContext(16, RoundingMode.CEILING);

    private static final BigDecimal LARGEST_WEIGHT = new BigDecimal("1e18");

    private PriceTerms() {}

    /** The formula of the worst-case price of {@code n} records, where one record has a price of 1, as text. */
    static String manyRecords(QueryPrice price) {
        return price.isGaussian() ? "n^2" : "n";
    }

    /** The price of a query that was granted a share of a unit's budget. */
    static QueryPrice price(Query query, Amount share) {
        List<Aggregate> aggregates = query.aggregates();
        int scale = largestScale(aggregates);
        Norm norm = Norm.of(share.currency());
        List<QueryPrice.Term> terms = aggregates.stream()
                .map(aggregate -> new QueryPrice.Term(aggregate.fullSize(norm), whole(aggregate.weight(), scale)))
                .toList();
        return new QueryPrice(share, query.spend().contributions(), terms);
    }

    /**
     * The largest number of decimal places of a weight. Multiplied by ten to the power of this number, all weights are
     * whole numbers.
     */
    private static int largestScale(List<Aggregate> aggregates) {
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

    /** Refuses a key account whose currency differs from the price's. */
    static void requireSameCurrency(Query query, QueryPrice price) {
        KeyAccountTerms account = query.keyAccount();
        if (account != null && account.limit().currency() != price.share().currency()) {
            throw new IllegalArgumentException("the key account's currency must be that of the budget, "
                    + price.share().currency() + ", was " + account.limit().currency());
        }
    }
}
