package dev.weir.testing;

import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.statistic.Attack;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.Independence;
import dev.weir.testing.statistic.Observations;
import dev.weir.testing.statistic.PerfectMechanism;
import dev.weir.testing.statistic.SharedDraws;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.Published;
import dev.weir.testing.world.Published.RowPlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes a report of what a run has published: attacks every scenario, through all queries together and each alone. */
public final class Evaluation {

    private static final double SHOWN_RISK = 0.01;
    private static final double RISK = 1e-6;

    private final Trials trials;
    private final Claims claims;
    private final List<Scenario> scenarios;
    private final long seed;
    private final Map<Simulated, Double> simulations = new HashMap<>();

    /** A simulation that several rows have in common. */
    private record Simulated(PerfectMechanism mechanism, Claim.Kind kind, double delta, double risk) {}

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
        double risk = RISK / (looked.size() * scenarios.size() * 2);
        List<Finding> findings = new ArrayList<>();
        List<Independence> independence = new ArrayList<>();
        List<SharedDraws> shared = new ArrayList<>();
        Map<RowPlace, Map<String, double[]>> columns = published.columns();
        for (int scenario = 0; scenario < scenarios.size(); scenario++) {
            for (Looked queries : looked) {
                Observations observations = observations(columns, scenario, queries);
                findings.add(finding(scenarios.get(scenario), queries, observations, risk));
                if (queries.equals(looked.get(0))) {
                    independence.add(Independence.of(observations, RISK / scenarios.size()));
                }
            }
            shared.add(SharedDraws.of(trials, independentRows(columns, scenario)));
        }
        return new AuditReport(
                trials.count(),
                findings,
                independence,
                shared.stream().filter(test -> !test.holds(RISK / scenarios.size())).toList(),
                published.contexts(),
                published.secondValues(),
                blind(looked, findings));
    }

    /** The rows of each key whose windows have noise of their own. */
    private Map<String, List<List<double[]>>> independentRows(
            Map<RowPlace, Map<String, double[]>> columns, int scenario) {
        Set<String> independent = claims.plan().queries().stream()
                .map(PricedQuery::query)
                .filter(query -> !query.window().sharesNoise())
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
            looked.add(new Looked(
                    "all", IntStream.range(0, queries).boxed().toList()));
        }
        IntStream.range(0, queries).mapToObj(query -> new Looked(name(query), List.of(query))).forEach(looked::add);
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
                        .noneMatch(finding -> finding.seesDouble() && finding.queries().equals(name)))
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

    private Finding finding(Scenario scenario, Looked looked, Observations observations, double risk) {
        Claims.Stated stated = claims.of(scenario, looked.queries());
        List<Finding.Measured> measured = new ArrayList<>();
        boolean seesDouble = false;
        String by = "";
        for (Claim claim : stated.claims()) {
            Attack attack = Attack.on(observations, claim);
            double share = risk / stated.claims().size();
            measured.add(new Finding.Measured(
                    claim,
                    attack.bound(claim, SHOWN_RISK),
                    attack.bound(claim, share),
                    simulated(stated.perfect(), claim, SHOWN_RISK)));
            seesDouble |= simulated(stated.perfect().map(perfect -> doubled(perfect, stated)), claim, share)
                    > claim.loss();
            by = attack.singleName();
        }
        return new Finding(scenario.name(), scenario.words(), looked.name(), measured, seesDouble, by);
    }

    private static PerfectMechanism doubled(PerfectMechanism perfect, Claims.Stated stated) {
        return new PerfectMechanism(
                perfect.noise(), stated.promise().doubled().loss(), perfect.numbers());
    }

    private double simulated(Optional<PerfectMechanism> mechanism, Claim claim, double risk) {
        return mechanism
                .map(perfect -> simulations.computeIfAbsent(
                        new Simulated(perfect, claim.kind(), claim.delta(), risk),
                        unseen -> perfect.found(claim, trials.count(), risk, seed)))
                .orElse(0.0);
    }
}
