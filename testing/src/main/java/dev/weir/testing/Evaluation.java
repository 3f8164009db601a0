package dev.weir.testing;

import dev.weir.testing.Comparison.Observed;
import dev.weir.testing.Subject.QuerySet;
import dev.weir.testing.drawn.DrawnRows;
import dev.weir.testing.published.Published;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.LoneRows;
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
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Makes a report of what a run has published: attacks every scenario, through all queries together and each alone. */
public final class Evaluation {

    /** The probability of a false alarm in a run, by each of its three tests. */
    private static final double RISK = 1e-6;

    private final Trials trials;
    private final Subject subject;
    private final Optional<DrawnRows> drawn;
    private final Optional<DrawnRows> doubled;
    private final long seed;

    private Evaluation(Trials trials, Subject subject, Optional<DrawnRows> drawn, long seed) {
        this.trials = trials;
        this.subject = subject;
        this.drawn = drawn;
        this.doubled = drawn.map(DrawnRows::doubled);
        this.seed = seed;
    }

    Evaluation(Trials trials, Subject subject, long seed) {
        this(trials, subject, Optional.empty(), seed);
    }

    /**
     * An evaluation.
     *
     * @param trials the worlds
     * @param claims what may be lost
     * @param scenarios the scenarios, in the order of their numbers
     * @param seed begins simulations
     */
    public Evaluation(Trials trials, Claims claims, List<Scenario> scenarios, long seed) {
        this(trials, Subject.of(claims, scenarios), seed);
    }

    /**
     * This evaluation, with comparisons of what was published with rows that are drawn anew.
     *
     * @param rows draws them
     */
    public Evaluation comparedWith(DrawnRows rows) {
        return new Evaluation(trials, subject, Optional.of(rows), seed);
    }

    /**
     * This evaluation, with a count of the rows that exist by the canary alone.
     *
     * @param rows says which rows these are
     */
    public Evaluation counting(LoneRows rows) {
        return new Evaluation(trials, subject.counting(rows), drawn, seed);
    }

    /**
     * Evaluates.
     *
     * @param published what the run has published
     */
    public AuditReport of(Published published) {
        return of(published, true);
    }

    /**
     * Evaluates.
     *
     * @param published what the run has published
     * @param isPure whether the functions of the queries depend on the record alone
     */
    AuditReport of(Published published, boolean isPure) {
        List<Scenario> scenarios = subject.scenarios();
        List<QuerySet> sets = subject.querySets();
        Comparison comparison = new Comparison(trials, RISK / (sets.size() * scenarios.size()), seed);
        List<Finding> findings = new ArrayList<>();
        List<Independence> independence = new ArrayList<>();
        List<SharedDraws> shared = new ArrayList<>();
        Map<RowPlace, Map<String, double[]>> columns = published.columns();
        for (int number = 0; number < scenarios.size(); number++) {
            findings.addAll(findings(comparison, columns, number));
            independence.add(
                    Independence.of(observations(trials, columns, number, sets.get(0)), RISK / scenarios.size()));
            shared.add(SharedDraws.of(trials, independentRows(columns, number), seed));
        }
        return new AuditReport(
                trials.count(),
                findings,
                independence,
                shared.stream().filter(test -> !test.holds()).toList(),
                published.contexts(),
                published.secondValues(),
                inconclusive(sets, findings),
                isPure);
    }

    /** What is found of one scenario. */
    List<Finding> findings(Comparison comparison, Map<RowPlace, Map<String, double[]>> columns, int number) {
        Scenario scenario = subject.scenarios().get(number);
        List<Redrawn> redrawn = redrawn(drawn, columns, number, Repetitions.COUNT);
        List<Redrawn> redoubled = redrawn(doubled, columns, number, 1);
        List<Finding> findings = new ArrayList<>();
        for (QuerySet set : subject.querySets()) {
            Observed observed = new Observed(
                    observations(trials, columns, number, set),
                    observations(redrawn, number, set),
                    observations(redoubled, number, set).stream().findFirst(),
                    lone(columns, number, set));
            findings.add(comparison.of(
                    scenario, set.name(), observed, subject.stated().apply(scenario, set)));
        }
        return findings;
    }

    /** How often there were rows by the canary alone; empty where it has no such keys. */
    private Optional<LoneCount> lone(Map<RowPlace, Map<String, double[]>> columns, int number, QuerySet set) {
        return subject.lone()
                .map(rows -> rows.of(subject.scenarios().get(number), set.queries()))
                .filter(places -> !places.isEmpty())
                .map(places -> LoneCount.of(columns, number, places, trials));
    }

    /** The rows of each key whose windows have noise of their own. A row that some worlds lack, as behind an adoption, says nothing of noise. */
    private Map<String, List<List<double[]>>> independentRows(
            Map<RowPlace, Map<String, double[]>> columns, int scenario) {
        Map<String, List<List<double[]>>> rows = new HashMap<>();
        columns.forEach((place, row) -> {
            boolean isIndependent = subject.independent().contains(place.query());
            if (place.scenario() == scenario && isIndependent && isEverywhere(row)) {
                rows.computeIfAbsent(place.query() + "/" + place.key(), unseen -> new ArrayList<>())
                        .add(row.values().stream().map(this::ofTrials).toList());
            }
        });
        return rows;
    }

    /** Whether all worlds that have run have a row. */
    private boolean isEverywhere(Map<String, double[]> row) {
        double[] released = row.get(Published.RELEASED);
        return released == null || Arrays.stream(ofTrials(released)).allMatch(has -> has != 0);
    }

    private List<String> inconclusive(List<QuerySet> sets, List<Finding> findings) {
        return sets.stream()
                .map(QuerySet::name)
                .filter(name -> sets.size() == 1 || !name.equals(Finding.ALL))
                .filter(name -> findings.stream()
                        .noneMatch(finding -> isConclusive(finding)
                                && finding.detectsDouble()
                                && finding.queries().equals(name)))
                .toList();
    }

    /**
     * Whether the scenario was put to the test at all: something was published that differs between worlds. Where it is the only
     * scenario, the canary must have been seen as well, or else its records may all have been refused.
     */
    private boolean isConclusive(Finding finding) {
        return finding.publishesVarying() && (subject.scenarios().size() > 1 || finding.isSeen());
    }

    /** Columns in which rows were drawn anew, for other coins. Rows that the canary does not move are independent of all coins, so nothing is found where it moves none. */
    private record Redrawn(Trials trials, Map<RowPlace, Map<String, double[]>> columns) {}

    private List<Redrawn> redrawn(
            Optional<DrawnRows> laws, Map<RowPlace, Map<String, double[]>> columns, int scenario, int times) {
        SplittableRandom random = new SplittableRandom(seed + scenario);
        return laws.stream()
                .flatMap(rows -> IntStream.range(0, times).mapToObj(time -> redrawn(rows, columns, scenario, random)))
                .toList();
    }

    private Redrawn redrawn(
            DrawnRows laws, Map<RowPlace, Map<String, double[]>> columns, int scenario, SplittableRandom random) {
        Trials coins = Trials.of(trials.count(), random.nextLong());
        return new Redrawn(coins, DrawnRows.over(columns, laws.of(scenario, coins, random)));
    }

    private List<Observations> observations(List<Redrawn> redrawn, int scenario, QuerySet set) {
        boolean canDraw = drawn.isPresent() && drawn.get().canDraw(set.queries());
        return redrawn.stream()
                .filter(rows -> canDraw)
                .map(rows -> observations(rows.trials(), rows.columns(), scenario, set))
                .toList();
    }

    private Observations observations(
            Trials coins, Map<RowPlace, Map<String, double[]>> columns, int scenario, QuerySet set) {
        List<String> names = new ArrayList<>();
        List<double[]> numbers = new ArrayList<>();
        columns.forEach((place, row) -> {
            if (place.scenario() == scenario && set.queries().contains(place.query())) {
                row.forEach((name, column) -> {
                    names.add(place.query() + "/" + place.key() + "/" + place.end() + " " + name);
                    numbers.add(ofTrials(column));
                });
            }
        });
        return new Observations(coins, names, numbers);
    }

    /** Fewer worlds have run than there is room for if time was short. */
    private double[] ofTrials(double[] column) {
        return column.length == trials.count() ? column : Arrays.copyOf(column, trials.count());
    }
}
