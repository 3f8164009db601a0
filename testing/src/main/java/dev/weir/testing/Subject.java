package dev.weir.testing;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.LoneRows;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.Stated;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What is audited.
 *
 * @param scenarios the scenarios, in the order of their numbers
 * @param querySets the sets of queries that are attacked, the largest one first
 * @param stated what the canary of a scenario may lose by a set of queries
 * @param independent the names of the queries whose windows have noise of their own, and depend on no earlier window
 * @param lone says which rows exist by the canary alone; empty where none is looked for
 */
record Subject(
        List<Scenario> scenarios,
        List<QuerySet> querySets,
        BiFunction<Scenario, QuerySet, Stated> stated,
        Set<String> independent,
        Optional<LoneRows> lone) {

    /**
     * A set of queries.
     *
     * @param name what it is called
     * @param queries the names of the queries
     */
    record QuerySet(String name, List<String> queries) {}

    /**
     * The queries of a plan: all together, and each alone.
     *
     * @param claims what may be lost
     * @param scenarios the scenarios
     */
    static Subject of(Claims claims, List<Scenario> scenarios) {
        List<Query> queries =
                claims.plan().queries().stream().map(PricedQuery::query).toList();
        List<String> names = queries.stream().map(Query::name).toList();
        Set<String> independent = queries.stream()
                .filter(query -> query.keys().discovered().isEmpty() // most worlds agree that a key is missing
                        && query.keyAccount() == null // what is withheld depends on what was released before
                        && !query.window().sharesNoise()
                        && query.aggregates().stream().noneMatch(Aggregate::remembersFirst))
                .map(Query::name)
                .collect(Collectors.toSet());
        List<QuerySet> sets = new ArrayList<>();
        if (names.size() > 1) {
            sets.add(new QuerySet(Finding.ALL, names));
        }
        names.forEach(name -> sets.add(new QuerySet(name, List.of(name))));
        return new Subject(
                scenarios,
                sets,
                (scenario, set) -> claims.of(
                        scenario,
                        IntStream.range(0, names.size())
                                .filter(query -> set.queries().contains(names.get(query)))
                                .boxed()
                                .toList()),
                independent,
                Optional.empty());
    }

    /**
     * A release of which a test has told the canary and the claim alone.
     *
     * @param names the names of its queries
     * @param stated what the canary may lose
     */
    static Subject of(List<String> names, Stated stated) {
        Scenario scenario = new Scenario("canary", "the records that the test gives it", List.of());
        return new Subject(
                List.of(scenario),
                List.of(new QuerySet(Finding.ALL, names)),
                (one, set) -> stated,
                Set.of(),
                Optional.empty());
    }

    /** This subject, with a look at the rows that exist by the canary alone. */
    Subject counting(LoneRows rows) {
        return new Subject(scenarios, querySets, stated, independent, Optional.of(rows));
    }
}
