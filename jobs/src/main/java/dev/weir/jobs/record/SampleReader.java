package dev.weir.jobs.record;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Source;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a sample by the rules of {@link RecordReader}, and also returns the values of records whose keys are
 * not declared. The results are private. For use by one thread.
 */
public final class SampleReader {

    private final Pipeline pipeline;
    private final FieldNumbers numbers;
    private final Fields fields;
    private final Splitter splitter;
    private final RecordValidator validator;
    private final Filter[][] filters;
    private final KeyReader[] keys;
    private final UnitIds ids;
    private long time;

    /**
     * Creates a reader of samples of a pipeline.
     *
     * @param pipeline the pipeline; for CSV its columns must be known
     */
    public SampleReader(Pipeline pipeline) {
        this.pipeline = pipeline;
        Source source = pipeline.source();
        numbers = new FieldNumbers(pipeline);
        fields = new Fields(numbers.count());
        splitter = source.format() == Source.Format.CSV
                ? new CsvSplitter(source.columns(), numbers, source.delimiter().sign())
                : new JsonSplitter(numbers);
        validator = new RecordValidator(pipeline, numbers);
        filters = pipeline.fields().stream().map(this::filters).toArray(Filter[][]::new);
        keys = IntStream.range(0, pipeline.fields().size())
                .mapToObj(query -> new KeyReader(query, pipeline.fields().get(query), numbers))
                .toArray(KeyReader[]::new);
        ids = new UnitIds(pipeline.plan().unitForm(), pipeline.limits().unitBytes());
    }

    private Filter[] filters(QueryFields query) {
        return query.where().stream()
                .map(condition -> new Filter(condition, numbers))
                .toArray(Filter[]::new);
    }

    /**
     * Reads the next record.
     *
     * @param line the bytes of the record, without the line's end
     * @return false if the record is refused
     */
    public boolean read(byte[] line) {
        fields.clear();
        if (line.length > pipeline.limits().recordBytes()
                || !Utf8.isValid(line)
                || splitter.split(line, fields) != null) {
            return false;
        }
        int field = numbers.of(pipeline.source().time());
        time = fields.isText(field)
                ? EventTime.parse(fields.bytes(field), fields.from(field), fields.to(field))
                : EventTime.NONE;
        return validator.check(fields, time) == null && isUnitRead();
    }

    private boolean isUnitRead() {
        int unit = numbers.of(pipeline.source().unit());
        return unit < 0 || ids.read(fields.bytes(unit), fields.from(unit), fields.to(unit)) == null;
    }

    /** The event time of the last record, epoch milliseconds. */
    public long time() {
        return time;
    }

    /**
     * The unit's id of the last record, in the form in which ids are compared. It is the same for all records where every
     * record is a unit.
     */
    public String unit() {
        return new String(ids.last(), StandardCharsets.UTF_8);
    }

    /**
     * Returns the key by which a query groups the last record; null if the query's {@code where} excludes the record.
     *
     * @param query the number of the query in the plan
     */
    public @Nullable String key(int query) {
        for (Filter filter : filters[query]) {
            if (!filter.passes(fields)) {
                return null;
            }
        }
        return keys[query].text(fields);
    }

    /**
     * Returns the values that an aggregate of a query reads from the last record. A text is represented by its index among
     * the texts that the aggregate distinguishes, negative for any other text.
     *
     * @param query the number of the query in the plan
     * @param aggregate the number of the aggregate in the query
     */
    public BigDecimal[] values(int query, int aggregate) {
        return pipeline.fields().get(query).reads().get(aggregate).stream()
                .map(this::value)
                .toArray(BigDecimal[]::new);
    }

    private BigDecimal value(QueryFields.Read read) {
        int field = numbers.of(read.field());
        return read.texts().isEmpty()
                ? validator.values()[field]
                : BigDecimal.valueOf(read.texts().indexOf(fields.text(field)));
    }
}
