package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Another choice of one term of a query.
 *
 * @param words the choice, as people write it
 * @param terms changes the query
 */
record Change(String words, UnaryOperator<Query> terms) {

    /** The query with the changed term, with the same share of the budget; nothing where the terms do not go together. */
    Optional<PricedQuery> of(PricedQuery priced) {
        try {
            return Optional.of(
                    PricedQuery.of(terms.apply(priced.query()), priced.price().share()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    static Change contributions(long contributions) {
        return new Change(
                "" + contributions,
                query -> with(
                        query,
                        query.bounds(),
                        query.aggregates(),
                        new Spend(query.spend().share(), contributions)));
    }

    static Change bounds(String words, UnaryOperator<Bounds> other) {
        return new Change(words, query -> with(query, other.apply(query.bounds()), query.aggregates(), query.spend()));
    }

    /**
     * Other bounds of values.
     *
     * @param aggregate its number in the query
     * @param place the index of the bounds among those of the aggregate
     * @param more what must be written with them, or nothing
     */
    static Change clamp(int aggregate, int place, Aggregate.Ends ends, String more) {
        return new Change(
                text(ends) + more,
                query -> with(query, query.bounds(), clamped(query, aggregate, place, ends), query.spend()));
    }

    /** Bounds as the pipeline file has them: of a length the upper one alone. */
    static String text(Aggregate.Ends ends) {
        String high = ends.high().stripTrailingZeros().toPlainString();
        return !ends.field().endsWith("clamp")
                ? high
                : "[" + ends.low().stripTrailingZeros().toPlainString() + ", " + high + "]";
    }

    private static List<Aggregate> clamped(Query query, int aggregate, int place, Aggregate.Ends ends) {
        List<Aggregate> aggregates = new ArrayList<>(query.aggregates());
        aggregates.set(aggregate, aggregates.get(aggregate).clampedTo(place, ends));
        return aggregates;
    }

    private static Query with(Query query, Bounds bounds, List<Aggregate> aggregates, Spend spend) {
        return new Query(
                query.name(),
                query.version(),
                query.reads(),
                query.keys(),
                query.window(),
                bounds,
                aggregates,
                spend,
                query.keyAccount());
    }
}
