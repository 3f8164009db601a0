package dev.weir.operators.state.restore;

import dev.weir.operators.query.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * The touches of keys that nobody declared, which a state has counted. They are counted in whole touches of one query, each of which has cost a
 * part of the &delta; for keys, and they are not carried over to other queries. So a plan must have the queries with such keys that its state
 * has, and no others: a query that is added has counted no touch, and its &delta; would be taken out of one that units may have spent on noise.
 */
final class DiscoveredTouches {

    /** The prefix of the key that says which queries of the state had keys that nobody declared. */
    private static final String DISCOVERED = "discovered-";

    private DiscoveredTouches() {}

    /** Stores which queries of a plan have keys that nobody declared, for {@link #require} at the next start. */
    static void store(Plan plan, BroadcastState<String, String> state) throws Exception {
        for (int query : queries(plan).toArray()) {
            state.put(DISCOVERED + query, "");
        }
    }

    /**
     * Refuses a plan that changes, leaves out or adds a query whose keys nobody declared.
     *
     * @param restored the queries of the restored state; empty if nothing was restored
     * @throws SuppressRestartsException if the plan is refused
     */
    static void require(Plan plan, List<QueryIdentity> restored, BroadcastState<String, String> state)
            throws Exception {
        if (restored.isEmpty()) {
            return;
        }
        List<QueryIdentity> before = new ArrayList<>();
        for (int query = 0; query < restored.size(); query++) {
            if (state.contains(DISCOVERED + query)) {
                before.add(restored.get(query));
            }
        }
        List<QueryIdentity> today =
                queries(plan).mapToObj(query -> QueryIdentity.of(plan, query)).toList();
        require(before, old -> today.stream().anyMatch(old::continuesAs), "must stay as it is in this state");
        require(today, own -> before.stream().anyMatch(old -> old.continuesAs(own)), "is not in this state");
    }

    private static void require(List<QueryIdentity> queries, Predicate<QueryIdentity> isCounted, String fault) {
        queries.stream().filter(isCounted.negate()).findFirst().ifPresent(query -> {
            throw new StartRefused(
                            StartRefused.Code.QUERY_CHANGED,
                            "query " + query.name() + " discovers keys, and " + fault
                                    + ": give a changed pipeline another name, by which it claims a delta for keys of its own")
                    .asFailure();
        });
    }

    private static IntStream queries(Plan plan) {
        return IntStream.range(0, plan.queries().size())
                .filter(query ->
                        plan.queries().get(query).query().keys().discovered().isPresent());
    }
}
