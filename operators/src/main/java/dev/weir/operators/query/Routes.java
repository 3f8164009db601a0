package dev.weir.operators.query;

import java.util.List;

/** Where each declared key of each query lives: by the names of both, so that a changed plan finds it there again. */
public final class Routes {

    private final int[][] routes;

    /** The routes of a plan's keys. */
    public Routes(Plan plan) {
        routes = plan.queries().stream()
                .map(PricedQuery::query)
                .map(query -> of(query.name(), query.keys().known()))
                .toArray(int[][]::new);
    }

    private static int[] of(String query, List<String> keys) {
        return keys.stream().mapToInt(key -> of(query, key)).toArray();
    }

    /** The route of a key by name. */
    public static int of(String query, String key) {
        return 31 * query.hashCode() + key.hashCode();
    }

    /** The route of declared key number {@code key} of query number {@code query}. */
    public int of(int query, int key) {
        return routes[query][key];
    }
}
