package dev.weir.jobs.sample;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.losses.PlausibleTimes;
import dev.weir.jobs.losses.UnitTally;
import dev.weir.jobs.record.SampleReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads a sample of records, and reports probable mistakes: in the units, the windows, the grids, the clamps and the delta of the
 * pipeline, and in the
 * times of the records. Names no value, key or unit.
 */
public final class SampleMistakes {

    private static final int FEWEST = 100;
    private static final BigDecimal[] NONE = {};

    private final Pipeline pipeline;
    private final SampleReader reader;
    private final PlausibleTimes times;
    private final UnitTally units = new UnitTally();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> accounts = new HashSet<>();
    private final List<List<List<ValueCheck>>> values;
    private long records;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    /**
     * Creates a report that has read no record yet.
     *
     * @param pipeline the pipeline; for CSV its columns must be known
     */
    public SampleMistakes(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.reader = new SampleReader(pipeline);
        this.times = new PlausibleTimes(pipeline);
        this.values = pipeline.plan().queries().stream()
                .map(priced -> priced.query().aggregates().stream()
                        .map(aggregate -> ValueCheck.of(priced.query().name(), aggregate))
                        .toList())
                .toList();
    }

    /**
     * Adds a record. A refused record is ignored.
     *
     * @param line the bytes of the record, without the line's end
     */
    public void add(byte[] line) {
        if (!reader.read(line)) {
            return;
        }
        records++;
        times.add(reader.time());
        first = Math.min(first, reader.time());
        last = Math.max(last, reader.time());
        if (hasOwners()) {
            ids.add(reader.unit());
            accounts.add(pipeline.plan().unit().period(reader.time()) + " " + reader.unit());
            units.add(reader.unit().getBytes(StandardCharsets.UTF_8));
        }
        for (int query = 0; query < values.size(); query++) {
            if (reader.key(query) != null) {
                addValues(query);
            }
        }
    }

    private boolean hasOwners() {
        return !pipeline.plan().unit().isEvent();
    }

    private void addValues(int query) {
        List<List<ValueCheck>> aggregates = values.get(query);
        for (int i = 0; i < aggregates.size(); i++) {
            List<ValueCheck> checks = aggregates.get(i);
            BigDecimal[] read = checks.isEmpty() ? NONE : reader.values(query, i);
            for (int field = 0; field < read.length; field++) {
                checks.get(field).add(read[field]);
            }
        }
    }

    /** Returns a line for each grid that tells how much rounding to the grid moves the values of the sample. */
    public List<String> lines() {
        return all().map(check -> check.rounding().line()).toList();
    }

    private Stream<ValueCheck> all() {
        return values.stream().flatMap(List::stream).flatMap(List::stream);
    }

    /** Returns warnings about probable mistakes, one line each. */
    public List<String> warnings() {
        List<String> lines = new ArrayList<>(units.warnings(pipeline.source().unit()));
        if (hasOwners() && records >= FEWEST && ids.size() == records) {
            lines.add("each of " + records + " records has a unit of its own in field "
                    + pipeline.source().unit() + ": does it name records, and not people?");
        }
        delta().ifPresent(lines::add);
        times.warning().ifPresent(lines::add);
        longWindows().forEach(lines::add);
        all().flatMap(check -> check.warning().stream()).forEach(lines::add);
        return lines;
    }

    /** Returns a warning for each query whose windows, or steps, are longer than the time between the first and the last record. */
    private Stream<String> longWindows() {
        int queries = records < FEWEST || last == first ? 0 : values.size();
        return IntStream.range(0, queries)
                .filter(query -> pipeline.plan().windows().get(query).cellMillis() > last - first)
                .mapToObj(query -> "queries[" + query
                        + "].window: is longer than the time between the first and the last record of the sample, which therefore"
                        + " holds no whole window");
    }

    /**
     * Returns a warning if delta is larger than 1 divided by the number of units in the sample. A mechanism that reveals
     * everything about each unit with probability delta would satisfy the guarantee, and would probably reveal one of these
     * units.
     */
    private Optional<String> delta() {
        BigDecimal delta = pipeline.plan().budget().delta().value();
        long promised = hasOwners() ? accounts.size() : records;
        return delta.multiply(BigDecimal.valueOf(promised)).compareTo(BigDecimal.ONE) > 0
                ? Optional.of("privacy.budget.delta: above 1 / the " + promised
                        + " units of the sample: everything about one of them may come out; write less")
                : Optional.empty();
    }
}
