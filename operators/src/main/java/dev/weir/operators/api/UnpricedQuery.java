package dev.weir.operators.api;

import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that has no share of the budget yet. The next call sets the share, from which the noise follows.
 *
 * @param <T> the record
 */
public final class UnpricedQuery<T> {

    private final QueryShape<T> shape;
    private final List<Aggregation<T>> aggregations;

    UnpricedQuery(QueryShape<T> shape, List<Aggregation<T>> aggregations) {
        this.shape = shape;
        this.aggregations = List.copyOf(aggregations);
    }

    /**
     * Spends a share of the unit's budget.
     *
     * @param share the share, above 0 and at most 1; it is read as the shortest decimal that denotes the double
     * @param contributions how many records of the largest size a unit can pay for if each is in another cell; at least 1
     * @throws IllegalArgumentException if share or contributions are out of range, the query's name is blank or has a slash, its version is
     *     below 1, its keys are not as described, or two released values have the same name
     */
    public PrivateQuery<T> spending(double share, long contributions) {
        return priced(BigDecimal.valueOf(share), contributions);
    }

    /**
     * Spends an equal part of the budget that the shares of other queries leave.
     *
     * @param contributions how many records of the largest size a unit can pay for if each is in another cell; at least 1
     * @throws IllegalArgumentException in the cases of {@link #spending(double, long)}
     */
    public PrivateQuery<T> spending(long contributions) {
        return priced(null, contributions);
    }

    private PrivateQuery<T> priced(@Nullable BigDecimal share, long contributions) {
        return new PrivateQuery<>(shape, aggregations, new Spend(share, contributions), null);
    }
}
