package dev.weir.jobs.sample;

import dev.weir.jobs.record.SampleReader;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The records of a sample that one query would use, and counts of them for each unit. For running totals and sliding windows,
 * the methods whose names speak of windows or cells count by the span between two resets, or over the whole sample if there are
 * no resets. Memory grows with the sample.
 */
final class QuerySample {

    private final Query query;
    private final int number;
    private final Map<String, Integer> declared = new HashMap<>();
    private final List<SampleRecord> records = new ArrayList<>();
    private final Map<Integer, Map<Long, Map<Integer, Integer>>> cells = new HashMap<>();
    private final Set<String> undeclared = new HashSet<>();
    private long undeclaredRecords;

    /**
     * @param query the query
     * @param number the query's number in the plan
     */
    QuerySample(Query query, int number) {
        this.query = query;
        this.number = number;
        List<String> known = query.keys().cells();
        IntStream.range(0, known.size()).forEach(key -> declared.put(known.get(key), key));
    }

    /**
     * The position of a record in the sample.
     *
     * @param number the number of the record, from 0
     * @param account the number of the pair of its unit and period
     * @param stamp the clock time of the slot with the record, epoch milliseconds
     */
    record RecordPlace(long number, int account, long stamp) {}

    /** Adds the record that a reader has just read, if the query's filters accept the record. */
    void add(SampleReader reader, RecordPlace place) {
        String name = reader.key(number);
        if (name == null) {
            return;
        }
        Integer key = query.keys().discovered().isPresent()
                ? declared.computeIfAbsent(name, next -> declared.size())
                : declared.get(name);
        if (key == null) {
            undeclared.add(name);
            undeclaredRecords++;
            return;
        }
        SampleRecord record = new SampleRecord(
                place.number(),
                reader.unit().getBytes(StandardCharsets.UTF_8),
                place.account(),
                reader.time(),
                place.stamp(),
                key,
                values(reader));
        records.add(record);
        long span = query.window().spanEnd(query.window().cellEnd(record.time()));
        cells.computeIfAbsent(record.account(), unit -> new HashMap<>())
                .computeIfAbsent(span, end -> new HashMap<>())
                .merge(key, 1, Integer::sum);
    }

    private BigDecimal[][] values(SampleReader reader) {
        return IntStream.range(0, query.aggregates().size())
                .mapToObj(aggregate -> reader.values(number, aggregate))
                .toArray(BigDecimal[][]::new);
    }

    /** The records that the query's filters accept and that have declared keys. */
    List<SampleRecord> records() {
        return records;
    }

    private Stream<Map<Integer, Integer>> spans() {
        return cells.values().stream().flatMap(spans -> spans.values().stream());
    }

    /** Returns the distribution of the number of records of a unit in one period of the unit. */
    EmpiricalDistribution perAccount() {
        return EmpiricalDistribution.of(cells.values().stream().mapToDouble(spans -> spans.values().stream()
                .flatMap(keys -> keys.values().stream())
                .mapToInt(Integer::intValue)
                .sum()));
    }

    /** Returns the distribution of the number of keys of a unit in one window. */
    EmpiricalDistribution keysPerWindowUsed() {
        return EmpiricalDistribution.of(spans().mapToDouble(Map::size));
    }

    /** Returns the distribution of the number of records of a unit with one key in one window. */
    EmpiricalDistribution recordsPerCellUsed() {
        return EmpiricalDistribution.of(
                spans().flatMap(keys -> keys.values().stream()).mapToDouble(Integer::doubleValue));
    }

    /**
     * Returns the distribution of the values of records before clamping. For bounds on the length of vectors these are the
     * lengths.
     *
     * @param aggregate the aggregate's number in the query
     * @param place the index of the bounds among those of the aggregate
     * @param field the name of the bounds in the pipeline file
     */
    EmpiricalDistribution values(int aggregate, int place, String field) {
        return EmpiricalDistribution.of(records.stream().mapToDouble(record -> {
            BigDecimal[] read = record.values()[aggregate];
            return switch (field) {
                case "l2" -> Math.sqrt(sizes(read).map(size -> size * size).sum());
                case "l1" -> sizes(read).sum();
                case "linf" -> sizes(read).max().orElse(0);
                default -> read[place].doubleValue();
            };
        }));
    }

    private static DoubleStream sizes(BigDecimal[] values) {
        return Stream.of(values).mapToDouble(value -> Math.abs(value.doubleValue()));
    }

    /** The number of declared keys with a record. */
    long keysWithRecords() {
        return records.stream().mapToInt(SampleRecord::key).distinct().count();
    }

    /** The number of keys in the sample that are not declared. */
    long undeclaredKeys() {
        return undeclared.size();
    }

    /** The number of records whose keys are not declared. */
    long undeclaredRecords() {
        return undeclaredRecords;
    }
}
