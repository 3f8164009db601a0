package dev.weir.jobs.sample;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.record.SampleReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads a sample of records, and says which contributions, bounds, clamps and keys would suit it. Names no value, key or unit. */
public final class SampleReport {

    private final SampleReader reader;
    private final PrivacyUnit unit;
    private final List<QueryAdvice> advice;
    private long records;

    /**
     * A report that has seen no record yet.
     *
     * @param pipeline with the columns of CSV known
     */
    public SampleReport(Pipeline pipeline) {
        reader = new SampleReader(pipeline);
        unit = pipeline.plan().unit();
        boolean isPure = pipeline.plan().budget() instanceof Budget.Pure;
        advice = IntStream.range(0, pipeline.plan().queries().size())
                .mapToObj(number -> new QueryAdvice(pipeline.plan().queries().get(number), number, isPure))
                .toList();
    }

    /** Takes a record; one that all queries refuse changes nothing. */
    public void add(byte[] line) {
        if (!reader.read(line)) {
            return;
        }
        String owner = unit == PrivacyUnit.EVENT ? "record " + records : reader.unit();
        records++;
        String account = unit.period(reader.time()) + " " + owner;
        advice.forEach(query -> query.tally().add(reader, account));
    }

    /** What suits the sample, query by query. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        advice.forEach(query -> lines.addAll(query.lines(unit != PrivacyUnit.EVENT)));
        return lines;
    }
}
