package dev.weir.operators.release;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Routes;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The declared keys that live in this subtask, for each query: they are released in every window, data or not, so the
 * roster is computed from configuration and swept, with no timer and no state a key.
 */
final class Roster {

    private final int[][] keys;
    private final Routes routes;

    /** Those keys of the plan whose routes are {@code mine}. */
    Roster(Plan plan, IntPredicate mine) {
        routes = new Routes(plan);
        keys = new int[plan.queries().size()][];
        for (int query = 0; query < keys.length; query++) {
            keys[query] = mine(query, plan.queries().get(query).query().keys().size(), mine);
        }
    }

    private int[] mine(int query, int declared, IntPredicate mine) {
        return IntStream.range(0, declared)
                .filter(key -> mine.test(routes.of(query, key)))
                .toArray();
    }

    /** The numbers of the query's keys that live here. */
    int[] keys(int query) {
        return keys[query];
    }

    int route(int query, int key) {
        return routes.of(query, key);
    }
}
