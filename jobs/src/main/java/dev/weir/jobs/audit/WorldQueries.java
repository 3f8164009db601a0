package dev.weir.jobs.audit;

import dev.weir.accountant.privacy.Budget;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.testing.published.WorldKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies of a query with levels, one for each world: keys, look-ups and fields are the pipeline's own. A field of its own says in which world a record
 * lies, and the condition of a copy names its world. A unit belongs to one world, and so spends on one copy alone.
 *
 * @param own the query
 * @param read the fields that it reads
 */
record WorldQueries(PricedQuery own, QueryFields read) {

    /** The field that tells the world of a record. */
    static final String FIELD = "weir audit world";

    /** How many queries a job has at most, which a plan limits. */
    private static final int MOST = 1000;

    /** What all shares of a job add up to at most, which amounts limit. */
    private static final BigDecimal LARGEST = BigDecimal.valueOf(9000);

    /** Adds the copies to a plan's queries and to the fields that they read. */
    void add(int scenarios, int worlds, List<PricedQuery> priced, List<QueryFields> fields) {
        for (int i = 0; i < scenarios * worlds; i++) {
            WorldKey world = new WorldKey(i / worlds, i % worlds, own.query().name());
            List<Condition> where = new ArrayList<>(read.where());
            where.add(new Condition.Comparison(FIELD, Relation.EQUAL, null, world.scenario() + "." + world.world()));
            priced.add(PricedQuery.of(named(world.queryName()), own.price().share()));
            fields.add(new QueryFields(where, read.keys(), read.reads()));
        }
    }

    private Query named(String name) {
        Query query = own.query();
        return new Query(
                name,
                query.version(),
                query.reads(),
                query.keys(),
                query.window(),
                query.bounds(),
                query.aggregates(),
                query.spend(),
                query.keyAccount());
    }

    /**
     * How many worlds one job has at most, an even number; {@link Long#MAX_VALUE} if no query has levels.
     *
     * @param queries the queries of the pipeline
     * @param scenarios how many scenarios each world has
     * @throws IllegalArgumentException if two worlds do not fit
     */
    static long most(List<PricedQuery> queries, int scenarios) {
        long copied =
                queries.stream().filter(query -> query.levelNoise().isPresent()).count();
        if (copied == 0) {
            return Long.MAX_VALUE;
        }
        BigDecimal shares =
                shares(queries.stream().filter(query -> query.levelNoise().isPresent()));
        BigDecimal left = LARGEST.subtract(shares(queries.stream())).subtract(BigDecimal.ONE);
        long byNumber = (MOST - queries.size() + copied) / (copied * scenarios);
        long byBudget = left.divideToIntegralValue(shares.multiply(BigDecimal.valueOf(scenarios)))
                .longValue();
        requireTwo(byNumber, "queries with levels must be fewer");
        requireTwo(byBudget, "privacy.budget must be smaller");
        return Math.min(byNumber, byBudget) / 2 * 2;
    }

    private static void requireTwo(long worlds, String rule) {
        if (worlds < 2) {
            throw new IllegalArgumentException(rule
                    + " for an audit: each of its scenarios has copies of queries with levels for two worlds, and they must fit into a plan of "
                    + MOST + " queries with shares of " + LARGEST + " together");
        }
    }

    private static BigDecimal shares(Stream<PricedQuery> queries) {
        return queries.map(query -> query.price().share().value()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** A budget that the shares of all queries fit into, which are those of the pipeline: the pipeline's own if they do. */
    static Budget budget(Budget own, List<PricedQuery> priced) {
        if (priced.stream().allMatch(query -> query.levelNoise().isEmpty())) {
            return own;
        }
        BigDecimal all = shares(priced.stream()).add(BigDecimal.ONE);
        return own instanceof Budget.Pure ? new Budget.Pure(all) : new Budget.Concentrated(all, own.delta());
    }
}
