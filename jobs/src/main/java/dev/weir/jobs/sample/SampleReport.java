package dev.weir.jobs.sample;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.record.SampleReader;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reads a sample of records, and reports the error of each query's values on this sample. Also recommends contributions, bounds
 * and clamps that would suit the sample, and counts its keys. Names no value, key or unit.
 */
public final class SampleReport {

    private final Pipeline pipeline;
    private final SampleReader reader;
    private final PrivacyUnit unit;
    private final List<QuerySample> queries;
    private final Map<String, Integer> accounts = new HashMap<>();
    private long records;
    private long first = Long.MAX_VALUE;
    private long newest = Long.MIN_VALUE;

    /**
     * Creates a report that has read no record yet.
     *
     * @param pipeline the pipeline; for CSV its columns must be known
     */
    public SampleReport(Pipeline pipeline) {
        this.pipeline = pipeline;
        reader = new SampleReader(pipeline);
        unit = pipeline.plan().unit();
        queries = IntStream.range(0, pipeline.plan().queries().size())
                .mapToObj(number ->
                        new QuerySample(pipeline.plan().queries().get(number).query(), number))
                .toList();
    }

    /**
     * Adds a record. A refused record is ignored.
     *
     * @param line the bytes of the record, without the line's end
     * @param stamp the clock time of the slot with the record, epoch milliseconds
     */
    public void add(byte[] line, long stamp) {
        if (reader.read(line)) {
            take(stamp);
        }
    }

    private void take(long stamp) {
        first = Math.min(first, stamp);
        newest = Math.max(newest, stamp);
        String owner = unit.isEvent() ? "record " + records : reader.unit();
        String account = unit.period(reader.time()) + " " + owner;
        int number = accounts.computeIfAbsent(account, absent -> accounts.size());
        QuerySample.RecordPlace place = new QuerySample.RecordPlace(records++, number, stamp);
        queries.forEach(query -> query.add(reader, place));
    }

    /** Returns the advice on the sample, query by query. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int number = 0; number < queries.size(); number++) {
            PricedQuery priced = pipeline.plan().queries().get(number);
            lines.addAll(lines(number, priced));
        }
        return lines;
    }

    private List<String> lines(int number, PricedQuery priced) {
        if (priced.query().keys().discovered().isPresent()) {
            return new DiscoveredAdvice(priced, queries.get(number)).lines();
        }
        return priced.levelNoise().isPresent()
                ? new LevelAdvice(pipeline, priced, queries.get(number), schedule()).lines()
                : advice(number).lines();
    }

    private Schedule schedule() {
        return records == 0 ? new Schedule(0, 1) : new Schedule(first, newest + 1);
    }

    private QueryAdvice advice(int number) {
        return new QueryAdvice(pipeline, pipeline.plan().queries().get(number), queries.get(number), schedule());
    }

    /** Returns the advice on each query, none of which has levels. */
    List<QueryAdvice> advice() {
        return IntStream.range(0, queries.size()).mapToObj(this::advice).toList();
    }
}
