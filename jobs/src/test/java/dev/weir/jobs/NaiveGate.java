package dev.weir.jobs;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.operators.counters.Rejection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Computes the outcome of each record of one query, directly by the words of the guarantee and without regard to speed, for
 * tests.
 */
final class NaiveGate {

    private static final long DAY = 86_400_000;

    private final Terms terms;
    private final Map<String, Long> ends = new TreeMap<>();
    private final Map<Account, Long> spent = new HashMap<>();
    private final Map<Window, Map<Integer, Integer>> records = new HashMap<>();

    NaiveGate(Terms terms) {
        this.terms = terms;
        for (String end : new String[] {"read", "where", "undeclared", "cap", "account", "counted"}) {
            ends.put(end, 0L);
        }
        for (Rejection code : Rejection.values()) {
            ends.put(code.name(), 0L);
        }
    }

    /**
     * The terms of a query, for units per day.
     *
     * @param windowMillis the window's length
     * @param keys the number of declared keys, which are numbered from 0
     * @param keysPerWindow the bound of this name
     * @param recordsPerCell the bound of this name
     * @param budget the budget of a unit per day, in the unit of {@link Line#cost}
     */
    record Terms(long windowMillis, int keys, int keysPerWindow, int recordsPerCell, long budget) {}

    /**
     * A record that is not rejected.
     *
     * @param time its event time
     * @param unit its user's number
     * @param key its key's number
     * @param passes whether it passes the query's filter
     * @param cost the unit's cost if it counts
     */
    record Line(long time, int unit, int key, boolean passes, long cost) {}

    private record Account(int unit, long day) {}

    private record Window(Account account, long end) {}

    void reject(Rejection code) {
        end("read");
        end(code.name());
    }

    /** Adds a record whose slot was written at {@code closed} plus the delay. */
    void take(Line line, long closed) {
        end("read");
        end(verdict(line, closed));
    }

    boolean isLate(long time, long closed) {
        return windowEnd(time) <= closed;
    }

    private String verdict(Line line, long closed) {
        if (isLate(line.time(), closed)) {
            return Rejection.LATE.name();
        }
        if (!line.passes()) {
            return "where";
        }
        if (line.key() >= terms.keys()) {
            return "undeclared";
        }
        Account account = new Account(line.unit(), Math.floorDiv(line.time(), DAY));
        Window window = new Window(account, windowEnd(line.time()));
        Map<Integer, Integer> cells = records.computeIfAbsent(window, name -> new HashMap<>());
        Integer taken = cells.get(line.key());
        if (taken == null ? cells.size() >= terms.keysPerWindow() : taken >= terms.recordsPerCell()) {
            return "cap";
        }
        if (spent.getOrDefault(account, 0L) + line.cost() > terms.budget()) {
            return "account";
        }
        cells.merge(line.key(), 1, Integer::sum);
        spent.merge(account, line.cost(), Long::sum);
        return "counted";
    }

    private long windowEnd(long time) {
        return (Math.floorDiv(time, terms.windowMillis()) + 1) * terms.windowMillis();
    }

    private void end(String name) {
        ends.merge(name, 1L, Long::sum);
    }

    /** Returns the counts in the format of {@code counters.json}. */
    ObjectNode counters() {
        ObjectNode counters = new ObjectMapper().createObjectNode();
        ObjectNode rejected = counters.putObject("rejected");
        ends.forEach((name, count) ->
                (name.equals(name.toLowerCase(Locale.ROOT)) ? counters : rejected).put(name, count.intValue()));
        return counters;
    }
}
