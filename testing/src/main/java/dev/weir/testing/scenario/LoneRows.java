package dev.weir.testing.scenario;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Window;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Rows that exist by the canary alone: of a key that nobody declared, in a window or series in which nobody else has used it. Without the canary they cannot
 * appear, so how often they do is a loss by itself: at most the &delta; of the canary's touches.
 *
 * @param plan the plan
 * @param cells the base cells of records
 * @param names the names of keys
 */
public record LoneRows(Plan plan, BaseCells cells, Names names) {

    /** The names of a world's keys. */
    @FunctionalInterface
    public interface Names extends Serializable {

        /**
         * The name of the key under which a query takes a record.
         *
         * @param query the number of the query in the plan
         * @param key the index of the key
         */
        String of(int query, int key);
    }

    /**
     * A key in a window or series.
     *
     * @param query the name of the query
     * @param key the name of the key
     * @param after the end of the last row that may belong to an earlier window or series, epoch milliseconds
     * @param until the end of the last row, epoch milliseconds
     * @param value the column of the number by which keys are announced
     * @param isFollowed whether others have used the key before
     */
    public record Place(String query, String key, long after, long until, String value, boolean isFollowed) {}

    /**
     * The places of a scenario.
     *
     * @param scenario the scenario
     * @param queries the names of the queries that are looked at
     */
    public List<Place> of(Scenario scenario, List<String> queries) {
        List<Place> places = new ArrayList<>();
        for (int query = 0; query < plan.queries().size(); query++) {
            PricedQuery priced = plan.queries().get(query);
            if (priced.discoversKeys() && queries.contains(priced.query().name())) {
                add(query, scenario, places);
            }
        }
        return places.stream().distinct().toList();
    }

    private void add(int number, Scenario scenario, List<Place> places) {
        Query query = plan.queries().get(number).query();
        List<Step> others = scenario.steps().stream()
                .filter(step -> step.person() != Step.Person.NOBODY && step.person() != Step.Person.CANARY)
                .filter(step -> step.key() != Step.UNDECLARED)
                .toList();
        scenario.ofCanary().stream()
                .filter(step -> step.key() != Step.UNDECLARED && cells.of(number, step) != BaseCells.NONE)
                .filter(step -> others.stream().noneMatch(other -> isOfOneCell(query.window(), step, other)))
                .map(step -> place(number, query, step, others))
                .forEach(places::add);
    }

    private static boolean isOfOneCell(Window window, Step step, Step other) {
        return step.key() == other.key() && Objects.equals(span(window, step), span(window, other));
    }

    private static Long span(Window window, Step step) {
        return window.spanEnd(window.cellEnd(step.time()));
    }

    private Place place(int number, Query query, Step step, List<Step> others) {
        long end = query.window().cellEnd(step.time());
        long start = query.window().accumulates()
                ? query.window().spanStart(end)
                : query.window().cellStart(step.time());
        return new Place(
                query.name(),
                names.of(number, step.key()),
                start,
                span(query.window(), step),
                query.keys().discovered().orElseThrow().by() + ".value",
                others.stream().anyMatch(other -> other.key() == step.key() && other.time() < start));
    }
}
