package dev.weir.operators.counters;

import dev.weir.operators.query.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Running totals of {@link RecordCounters}. Checkpoints store each total under its name, so that totals can be restored if the plan's
 * queries come in another order or a later version has more counters.
 */
public final class NamedCounters {

    private final List<String> names;
    private final Map<String, Integer> places = new HashMap<>();
    private final RecordCounters totals;

    /**
     * Creates totals of 0 for the queries of a plan.
     *
     * @param plan the plan whose queries are counted
     */
    public NamedCounters(Plan plan) {
        totals = RecordCounters.empty(plan.queries().size());
        names = new ArrayList<>();
        plan.queries().forEach(priced -> {
            String query = priced.query().name();
            RecordCounters.counterNames().forEach(counter -> names.add(query + "/" + counter));
        });
        for (int i = 0; i < names.size(); i++) {
            places.put(names.get(i), i);
        }
    }

    /**
     * Adds what an operator has counted since its last barrier.
     *
     * @param counted the counts, for the same plan
     */
    public void add(RecordCounters counted) {
        totals.add(counted);
    }

    /**
     * Adds a total from restored state. A total of a query that the plan no longer has is dropped.
     *
     * @param name the name of the total, {@code QUERY/COUNTER}
     * @param count the total, at least 0
     */
    public void restore(String name, long count) {
        Integer place = places.get(name);
        if (place != null) {
            totals.counts()[place] += count;
        }
    }

    /** All totals by name, {@code QUERY/COUNTER}, in the order of the plan. */
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            counters.put(names.get(i), totals.counts()[i]);
        }
        return counters;
    }

    /** Returns a copy of the totals as they are now. */
    public RecordCounters totals() {
        return new RecordCounters(totals.counts().clone());
    }
}
