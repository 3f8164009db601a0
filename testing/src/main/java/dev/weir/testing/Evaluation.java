package dev.weir.testing;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.testing.published.Published;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.statistic.Independence;
import dev.weir.testing.statistic.Observations;
import dev.weir.testing.statistic.SharedDraws;
import dev.weir.testing.statistic.Trials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a report of what a run has published: attacks every scenario, through all queries together and each alone. */
public final class Evaluation {

    /** The probability of a false alarm in a run, by each of its three tests. */
    static final double RISK = 1e-6;

    private final Trials trials;
    private final Claims claims;
    private final List<Scenario> scenarios;
    private final long seed;

    /**
     * An evaluation.
     *
     * @param trials the worlds
     * @param claims what may be lost
     * @param scenarios the scenarios, in the order of their numbers
     * @param seed begins simulations
     */
    public Evaluation(Trials trials, Claims claims, List<Scenario> scenarios, long seed) {
        this.trials = trials;
        this.claims = claims;
        this.scenarios = List.copyOf(scenarios);
        this.seed = seed;
    }

    /** Some queries, and what they are called. */
    private record Looked(String name, List<Integer> queries) {}

    /**
     * Evaluates.
     *
     * @param published what the run has published
     */
    public AuditReport of(Published published) {
        List<Looked> looked = looked();
        Judge judge = new Judge(trials, RISK / (looked.size() * scenarios.size()), seed);
        List<Finding> findings = new ArrayList<>();
        List<Independence> independence = new ArrayList<>();
        List<SharedDraws> shared = new ArrayList<>();
        Map<RowPlace, Map<String, double[]>> columns = published.columns();
        for (int scenario = 0; scenario < scenarios.size(); scenario++) {
            for (Looked queries : looked) {
                Observations observations = observations(columns, scenario, queries);
                findings.add(judge.judge(
                        title(scenarios.get(scenario), queries),
                        observations,
                        claims.of(scenarios.get(scenario), queries.queries())));
                if (queries.equals(looked.get(0))) {
                    independence.add(Independence.of(observations, RISK / scenarios.size()));
                }
            }
            shared.add(SharedDraws.of(trials, independentRows(columns, scenario), seed));
        }
        return new AuditReport(
                trials.count(),
                findings,
                independence,
                shared.stream().filter(test -> !test.holds()).toList(),
                published.contexts(),
                published.secondValues(),
                blind(looked, findings));
    }

    private static Judge.Title title(Scenario scenario, Looked looked) {
        return new Judge.Title(scenario.name(), scenario.words(), looked.name());
    }

    /** The rows of each key whose windows have noise of their own, and depend on no earlier window. */
    private Map<String, List<List<double[]>>> independentRows(
            Map<RowPlace, Map<String, double[]>> columns, int scenario) {
        Set<String> independent = claims.plan().queries().stream()
                .map(PricedQuery::query)
                .filter(query -> !query.window().sharesNoise()
                        && query.aggregates().stream().noneMatch(Aggregate::remembersFirst))
                .map(Query::name)
                .collect(Collectors.toSet());
        Map<String, List<List<double[]>>> rows = new HashMap<>();
        columns.forEach((place, row) -> {
            if (place.scenario() == scenario && independent.contains(place.query())) {
                List<double[]> numbers = row.values().stream()
                        .map(column -> Arrays.copyOf(column, trials.count()))
                        .toList();
                rows.computeIfAbsent(place.query() + "/" + place.key(), unseen -> new ArrayList<>())
                        .add(numbers);
            }
        });
        return rows;
    }

    private List<Looked> looked() {
        int queries = claims.plan().queries().size();
        List<Looked> looked = new ArrayList<>();
        if (queries > 1) {
            looked.add(
                    new Looked(Finding.ALL, IntStream.range(0, queries).boxed().toList()));
        }
        IntStream.range(0, queries)
                .mapToObj(query -> new Looked(name(query), List.of(query)))
                .forEach(looked::add);
        return looked;
    }

    private String name(int query) {
        return claims.plan().queries().get(query).query().name();
    }

    private static List<String> blind(List<Looked> looked, List<Finding> findings) {
        return looked.stream()
                .filter(queries -> queries.queries().size() == 1)
                .map(Looked::name)
                .filter(name -> findings.stream()
                        .noneMatch(finding ->
                                finding.seesDouble() && finding.queries().equals(name)))
                .toList();
    }

    private Observations observations(Map<RowPlace, Map<String, double[]>> columns, int scenario, Looked looked) {
        List<String> queries = looked.queries().stream().map(this::name).toList();
        List<String> names = new ArrayList<>();
        List<double[]> numbers = new ArrayList<>();
        columns.forEach((place, row) -> {
            if (place.scenario() == scenario && queries.contains(place.query())) {
                row.forEach((name, column) -> {
                    names.add(place.query() + "/" + place.key() + "/" + place.end() + " " + name);
                    numbers.add(Arrays.copyOf(column, trials.count()));
                });
            }
        });
        return new Observations(trials, names, numbers).varying();
    }
}
