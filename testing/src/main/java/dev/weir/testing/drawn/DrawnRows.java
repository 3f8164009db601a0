package dev.weir.testing.drawn;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.testing.published.Leaves;
import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.published.RelativeColumns;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.Trials;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rows that the canary moves, drawn anew by the pipeline's own laws: exact totals with the canary in one half of the worlds and without it in the other,
 * and fresh draws of the mechanisms that the plan is priced for. No job runs, so what an attack finds in them is what it should find in what a right job
 * publishes, however much less than the claim the scenario can show.
 *
 * @param plan the queries of the pipeline
 * @param schedule which windows are released
 * @param with the totals of every place with the canary
 * @param without the totals without
 */
public record DrawnRows(Plan plan, Schedule schedule, Map<RowPlace, long[]> with, Map<RowPlace, long[]> without) {

    /** A key of a query whose cells the canary moves, with the totals of its cells by their ends. */
    private record Moved(PricedQuery priced, String key, Map<Long, long[]> with, Map<Long, long[]> without) {

        /** The end of the first cell that differs; the largest long if none does. */
        long first() {
            return with.keySet().stream()
                    .filter(end -> !Arrays.equals(with.get(end), without.get(end)))
                    .mapToLong(Long::longValue)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }
    }

    /**
     * Whether the rows of a query are drawn here: not those of levels, of sliding windows, of keys that may be withheld or that nobody declared, and numbers that are processed.
     *
     * @param query the name of the query
     */
    public boolean canDraw(String query) {
        PricedQuery priced = named(query);
        return priced.levelNoise().isEmpty()
                && priced.query().keys().discovered().isEmpty()
                && priced.keptTotals() == 0
                && priced.query().keyAccount() == null
                && priced.query().aggregates().stream()
                        .allMatch(aggregate -> aggregate.postProcessing().equals(Scalar.PostProcessing.NONE));
    }

    /** Rows of these totals by the laws of a budget of twice the &epsilon;: what a job publishes whose noise is too small by so much. */
    public DrawnRows doubled() {
        Amount noise = plan.noise();
        double mu = Math.sqrt(2 * noise.value().doubleValue());
        double factor = noise.currency() == Currency.EPSILON
                ? 2
                : Math.pow(Claim.twice(mu, plan.noiseBudget().delta().value().doubleValue()), 2);
        List<PricedQuery> cheaper = plan.queries().stream()
                .map(priced -> canDraw(priced.query().name()) ? times(factor, priced) : priced)
                .toList();
        return new DrawnRows(withRoom(cheaper), schedule, with, without);
    }

    private static PricedQuery times(double factor, PricedQuery priced) {
        Amount share = priced.price().share();
        BigDecimal more = share.value().multiply(BigDecimal.valueOf(factor));
        return PricedQuery.of(priced.query(), Amount.atMost(share.currency(), more));
    }

    /** A plan of a budget that all shares fit into. */
    private Plan withRoom(List<PricedQuery> queries) {
        BigDecimal all =
                queries.stream().map(priced -> priced.price().share().value()).reduce(BigDecimal.ONE, BigDecimal::add);
        boolean isPure = plan.noise().currency() == Currency.EPSILON;
        Budget budget = !isPure
                ? new Budget.Concentrated(all, plan.budget().delta())
                : plan.keys().equals(Delta.ZERO) ? new Budget.Pure(all) : new Budget.Approximate(all, plan.keys());
        return new Plan(plan.domain(), plan.unit(), budget, plan.timing(), queries, plan.unitName());
    }

    private PricedQuery named(String query) {
        return plan.queries().stream()
                .filter(priced -> priced.query().name().equals(query))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Draws rows.
     *
     * @param scenario the number of the scenario
     * @param trials which worlds hold the canary
     * @param random the source of simulated noise, of which nothing is released
     * @return the columns of each drawn row
     */
    public Map<RowPlace, Map<String, double[]>> of(int scenario, Trials trials, SplittableRandom random) {
        Map<RowPlace, Map<String, double[]>> rows = new HashMap<>();
        for (PricedQuery priced : plan.queries()) {
            if (canDraw(priced.query().name())) {
                KeyDraws draws = new KeyDraws(priced, schedule, random::nextLong);
                for (String key : keys(scenario, priced)) {
                    rows.putAll(drawn(scenario, moved(scenario, priced, key), draws, trials));
                }
            }
        }
        rows.replaceAll((place, row) -> RelativeColumns.added(row));
        return rows;
    }

    private Set<String> keys(int scenario, PricedQuery priced) {
        return with.keySet().stream()
                .filter(place -> place.scenario() == scenario
                        && place.query().equals(priced.query().name()))
                .map(RowPlace::key)
                .collect(Collectors.toSet());
    }

    private Moved moved(int scenario, PricedQuery priced, String key) {
        return new Moved(priced, key, ofKey(scenario, priced, key, with), ofKey(scenario, priced, key, without));
    }

    /** The totals of a key, with zeros for the cells that have totals in the other case alone. */
    private Map<Long, long[]> ofKey(int scenario, PricedQuery priced, String key, Map<RowPlace, long[]> totals) {
        Map<Long, long[]> ofKey = new TreeMap<>();
        int coordinates = priced.query().layout().coordinates();
        with.keySet().stream()
                .filter(place -> place.scenario() == scenario
                        && place.query().equals(priced.query().name())
                        && place.key().equals(key))
                .forEach(place -> ofKey.put(place.end(), totals.getOrDefault(place, new long[coordinates])));
        return ofKey;
    }

    private static Map<RowPlace, Map<String, double[]>> drawn(
            int scenario, Moved moved, KeyDraws draws, Trials trials) {
        Map<RowPlace, Map<String, double[]>> rows = new HashMap<>();
        long first = moved.first();
        for (int world = 0; first < Long.MAX_VALUE && world < trials.count(); world++) {
            int number = world;
            Map<Long, long[]> totals = trials.hasCanary(world) ? moved.with() : moved.without();
            draws.draw(totals, first, (end, values) -> {
                RowPlace place = new RowPlace(scenario, moved.priced().query().name(), end, moved.key());
                Map<String, double[]> row = rows.computeIfAbsent(place, unseen -> new HashMap<>());
                values.forEach(value -> Leaves.tell(
                        value.name(),
                        value.fields(),
                        (name, of) -> row.computeIfAbsent(name, unseen -> new double[trials.count()])[number] = of));
            });
        }
        return rows;
    }

    /**
     * Columns with rows that were drawn anew in the places of others.
     *
     * @param columns the columns of all rows
     * @param drawn the rows that were drawn
     */
    public static Map<RowPlace, Map<String, double[]>> over(
            Map<RowPlace, Map<String, double[]>> columns, Map<RowPlace, Map<String, double[]>> drawn) {
        Map<RowPlace, Map<String, double[]>> all = new TreeMap<>(columns);
        all.putAll(drawn);
        return all;
    }

    /**
     * Whether all of some queries are drawn here.
     *
     * @param queries the names of the queries
     */
    public boolean canDraw(List<String> queries) {
        return queries.stream().allMatch(this::canDraw);
    }
}
