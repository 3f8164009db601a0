package dev.weir.jobs.sample;

import dev.weir.jobs.record.SampleReader;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one query would take of a sample, unit by unit. Where totals run or windows slide, a span between two resets stands for a window.
 * Grows with the sample.
 */
final class QueryTally {

    private final Query query;
    private final int number;
    private final Set<String> declared;
    private final Map<String, Map<Long, Map<String, Integer>>> cells = new HashMap<>();
    private final Map<String, Long> bounded = new HashMap<>();
    private final Map<Total, Map<Integer, Double>> totals = new HashMap<>();
    private final Map<Integer, List<Double>> values = new HashMap<>();
    private final Set<String> undeclared = new HashSet<>();
    private long undeclaredRecords;

    /**
     * One key in one window.
     *
     * @param span the end of the window, epoch milliseconds
     */
    private record Total(long span, String key) {}

    /** @param number the query's place in the plan */
    QueryTally(Query query, int number) {
        this.query = query;
        this.number = number;
        this.declared = Set.copyOf(query.keys().known());
    }

    /**
     * Takes the record that a reader has just read.
     *
     * @param account names the unit and the period
     */
    void add(SampleReader record, String account) {
        String key = record.key(number);
        if (key == null) {
            return;
        }
        if (!declared.contains(key)) {
            undeclared.add(key);
            undeclaredRecords++;
            return;
        }
        long span = query.window().spanEnd(query.window().cellEnd(record.time()));
        Map<String, Integer> keys =
                cells.computeIfAbsent(account, unit -> new HashMap<>()).computeIfAbsent(span, end -> new HashMap<>());
        int before = keys.merge(key, 1, Integer::sum) - 1;
        if (before < recordsPerCell() && (before > 0 || keys.size() <= keysPerWindow())) {
            bounded.merge(account, 1L, Long::sum);
            addValues(record, new Total(span, key));
        }
    }

    private int recordsPerCell() {
        Bounds bounds = query.bounds();
        return Math.min(bounds.recordsPerCell(), bounds.series().records());
    }

    private int keysPerWindow() {
        Bounds bounds = query.bounds();
        return Math.min(bounds.keysPerWindow(), bounds.series().keysPerPeriod());
    }

    private void addValues(SampleReader record, Total cell) {
        Map<Integer, Double> total = totals.computeIfAbsent(cell, absent -> new HashMap<>());
        List<Aggregate> aggregates = query.aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i) instanceof Count) {
                total.merge(i, 1.0, Double::sum);
            } else if (aggregates.get(i) instanceof Sum sum) {
                BigDecimal value = record.values(number, i).get(0);
                values.computeIfAbsent(i, absent -> new ArrayList<>()).add(value.doubleValue());
                total.merge(i, clamped(sum, value), Double::sum);
            }
        }
    }

    private static double clamped(Sum sum, BigDecimal value) {
        Sum.Range clamp = sum.clamp();
        long steps = Sum.toSteps(value, sum.grid());
        return (clamp == null ? steps : clamp.clamp(steps)) * sum.grid().doubleValue();
    }

    Query query() {
        return query;
    }

    /** For each unit and period how many records bounds let through. */
    Spread perAccount() {
        return Spread.of(bounded.values().stream().mapToDouble(Long::doubleValue));
    }

    /** For each unit and window how many keys it has records under. */
    Spread keysPerWindowUsed() {
        return Spread.of(cells.values().stream()
                .flatMap(spans -> spans.values().stream())
                .mapToDouble(Map::size));
    }

    /** For each unit, window and key how many records there are. */
    Spread recordsPerCellUsed() {
        return Spread.of(cells.values().stream()
                .flatMap(spans -> spans.values().stream())
                .flatMap(keys -> keys.values().stream())
                .mapToDouble(Integer::doubleValue));
    }

    /** The sizes of the totals of an aggregate, over the windows and declared keys with records. */
    Spread totals(int aggregate) {
        return Spread.of(totals.values().stream()
                .filter(total -> total.containsKey(aggregate))
                .mapToDouble(total -> Math.abs(total.getOrDefault(aggregate, 0.0))));
    }

    /** The values that a sum has read, before its clamp. */
    Spread values(int aggregate) {
        return Spread.of(values.getOrDefault(aggregate, List.of()).stream().mapToDouble(Double::doubleValue));
    }

    /** How many declared keys have a record. */
    long keysWithRecords() {
        return totals.keySet().stream().map(Total::key).distinct().count();
    }

    /** How many declared keys are at least as large as {@code size} in an ordinary window. */
    long keysAbove(int aggregate, double size) {
        Map<String, List<Double>> byKey = new HashMap<>();
        totals.forEach((cell, total) -> byKey.computeIfAbsent(cell.key(), key -> new ArrayList<>())
                .add(Math.abs(total.getOrDefault(aggregate, 0.0))));
        return byKey.values().stream()
                .filter(sizes -> Spread.of(sizes.stream().mapToDouble(Double::doubleValue))
                                .quantile(0.5)
                        >= size)
                .count();
    }

    /** How many keys there are that are not declared. */
    long undeclaredKeys() {
        return undeclared.size();
    }

    /** How many records have them. */
    long undeclaredRecords() {
        return undeclaredRecords;
    }
}
