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
 * A different choice for one term of a query.
 *
 * @param words the choice in words, for a line of advice
 * @param terms the function that applies the choice to a query
 */
record Change(String words, UnaryOperator<Query> terms) {

    /**
     * Returns the query with the changed term and the query's present share of the budget; no value if the changed term is
     * incompatible with the other terms.
     */
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
                query -> query.with(
                        query.bounds(),
                        query.aggregates(),
                        new Spend(query.spend().share(), contributions)));
    }

    static Change bounds(String words, UnaryOperator<Bounds> other) {
        return new Change(words, query -> query.with(other.apply(query.bounds()), query.aggregates(), query.spend()));
    }

    /**
     * Returns a change of the bounds of values.
     *
     * @param aggregate the number of the aggregate in the query
     * @param place the index of the bounds among those of the aggregate
     * @param ends the new bounds
     * @param more words about a further field that must be written with them; may be empty
     */
    static Change clamp(int aggregate, int place, Aggregate.Ends ends, String more) {
        return new Change(
                text(ends) + more,
                query -> query.with(query.bounds(), clamped(query, aggregate, place, ends), query.spend()));
    }

    /**
     * Formats bounds as the pipeline file states them: clamps as a pair, a bound on the length of vectors as the upper bound
     * alone.
     */
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
}
