package dev.weir.jobs.record;

import dev.weir.jobs.config.Lookup;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.Utf8;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.time.text.TimeReader;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the bytes of a pipeline's records, one record at a time. Decoding never fails, is deterministic, and takes time
 * linear in the record's size.
 *
 * <p>A record that violates several rules gets the first code of this list that applies:
 * <ol>
 * <li>{@code TOO_LARGE}: the record, a field of its message, a key or the unit's id is longer than its limit
 * <li>{@code MALFORMED}: a text or a field of its message that is not UTF-8; a record that is not one line of CSV with
 *     exactly all columns, or not strict JSON, in which no object has a name twice, or not encoded by its schema
 * <li>{@code UNKNOWN_SCHEMA}: the schema that the record names is not known to the schema registry, or was not told in time for when the record was written
 * <li>{@code SCHEMA}: JSON that is not an object; a schema of a registry that lacks a field or has it as another kind of value; an object, array or truth value in place of a scalar; a field whose texts
 *     are distinguished is missing
 * <li>{@code NO_TIME}, {@code NO_UNIT}, {@code NO_KEY}: the field is missing, null or empty; a time that cannot be read
 * <li>{@code NOT_A_NUMBER}: a value that is missing or not a decimal
 * <li>{@code OUT_OF_RANGE}: a value of size 2<sup>63</sup> or more; a time beyond 8.64e15 ms from the epoch
 * <li>{@code NOT_A_NUMBER} again: a unit's id that is not a whole number, if the pipeline compares ids as numbers
 * <li>{@code TOO_LARGE} again: a unit's id that is longer than its limit after conversion to the form in which ids are
 *     compared
 * </ol>
 * A record that is longer than its limit, malformed or not a JSON object is refused before anything else of it is examined,
 * also the fields of its message. These are examined next, one after the other. All keys, numbers and distinguished texts that
 * any query reads must be present, even if the query's filters reject the record. A scalar counts as its text: a JSON string
 * that spells a decimal is a number, and a JSON number can be a key. A field that occurs only in filters may be missing or not
 * scalar; the record then passes none of these filters.
 *
 * <p>Not safe for use by several threads. A deserialized copy starts with fresh buffers.
 */
public final class RecordReader implements PayloadReader {

    private static final long serialVersionUID = 1L;
    private static final byte[] NOTHING = {};

    private final Pipeline pipeline;
    private final transient int recordBytes;
    private final transient Splitter splitter;
    private final transient Fields fields;
    private final transient RecordValidator validator;
    private final transient int time;
    private final transient TimeReader times;
    /** The number of the unit's field; {@link FieldNumbers#NONE} if every record is a unit. */
    private final transient int unit;

    private final transient UnitIds ids;
    private final transient ContributionReader[] queries;
    /** The field numbers of the message fields. */
    private final transient int[] messageFields;

    private final transient LookupReader[] lookups;

    /**
     * Creates a reader of the records of a pipeline.
     *
     * @param pipeline the pipeline; for CSV its columns must be known: see {@link Pipeline#withColumns}
     */
    public RecordReader(Pipeline pipeline) {
        Source source = pipeline.source();
        List<Lookup> lookups = pipeline.lookups();
        Set<String> names = new LinkedHashSet<>(pipeline.readFields());
        lookups.forEach(lookup -> names.add(lookup.name()));
        FieldNumbers numbers = new FieldNumbers(names);
        this.pipeline = pipeline;
        recordBytes = pipeline.limits().recordBytes();
        splitter = source.format().splitter(numbers);
        fields = new Fields(numbers.count());
        validator = new RecordValidator(pipeline, numbers);
        time = numbers.of(source.time());
        times = source.times().reader();
        unit = numbers.of(source.unit());
        ids = new UnitIds(pipeline.plan().unitForm(), pipeline.limits().unitBytes());
        queries = IntStream.range(0, pipeline.fields().size())
                .mapToObj(i -> new ContributionReader(
                        i,
                        pipeline.fields().get(i),
                        pipeline.plan().queries().get(i).query().keys(),
                        numbers))
                .toArray(ContributionReader[]::new);
        messageFields =
                MessageFields.of(pipeline).stream().mapToInt(numbers::of).toArray();
        this.lookups = lookups.stream()
                .map(lookup -> new LookupReader(lookup, numbers))
                .toArray(LookupReader[]::new);
    }

    private Object readResolve() {
        return new RecordReader(pipeline);
    }

    /**
     * Decodes a record with the fields of its message.
     *
     * @param bytes the record, of any size
     * @param outside the values of the message fields that the pipeline reads, in the order of {@link MessageFields#of}; an
     *     element is null if the message lacks the field, which then counts as missing. The values replace fields of the same
     *     names in the record. The array is null if all fields are read from the record
     * @param decoded receives the results; must have been cleared
     */
    @Override
    public void read(byte[] bytes, byte @Nullable [] @Nullable [] outside, DecodedRecord decoded) {
        Rejection code = split(bytes);
        if (code == null && outside != null) {
            code = take(outside);
        }
        if (code == null) {
            for (LookupReader lookup : lookups) {
                lookup.fill(fields);
            }
            code = validator.check(fields, readTime(decoded));
        }
        if (code == null && unit >= 0) {
            code = ids.read(fields.bytes(unit), fields.from(unit), fields.to(unit));
        }
        if (code == null) {
            readContributions(decoded);
        } else {
            decoded.reject(code);
        }
    }

    @Override
    public ResolvedSchemas schemas() {
        return splitter.schemas();
    }

    private long readTime(DecodedRecord decoded) {
        if (!fields.isText(time)) {
            return TimeReader.NONE;
        }
        long eventTime = times.read(fields.bytes(time), fields.from(time), fields.to(time));
        if (eventTime != TimeReader.NONE && eventTime != TimeReader.BEYOND) {
            decoded.time(eventTime);
            if (times.isAmbiguous()) {
                decoded.ambiguousTime();
            }
        }
        return eventTime;
    }

    private @Nullable Rejection split(byte[] bytes) {
        if (bytes.length > recordBytes) {
            return Rejection.TOO_LARGE;
        }
        fields.clear();
        return splitter.split(bytes, fields);
    }

    /** Replaces fields of the record by those of its message. */
    private @Nullable Rejection take(byte[] @Nullable [] outside) {
        for (int i = 0; i < outside.length; i++) {
            byte[] value = outside[i] == null ? NOTHING : outside[i];
            if (value.length > recordBytes) {
                return Rejection.TOO_LARGE;
            }
            if (!Utf8.isValid(value)) {
                return Rejection.MALFORMED;
            }
            fields.text(messageFields[i], value, 0, value.length);
        }
        return null;
    }

    /** The key by which a query groups the last record, which must not have been refused; null if a filter rejects the record. */
    @Nullable String key(int query) {
        return queries[query].key(fields);
    }

    /** The values that an aggregate of a query reads from the last record, which must not have been refused. */
    BigDecimal[] values(int query, int aggregate) {
        return queries[query].values(aggregate, fields, validator.values());
    }

    /** The fields of the last record, which must not have been refused. */
    Fields fields() {
        return fields;
    }

    /** The decimals of the last record by field number, which must not have been refused. */
    BigDecimal[] decimals() {
        return validator.values();
    }

    private void readContributions(DecodedRecord decoded) {
        if (unit >= 0) {
            decoded.unit(ids.last());
        }
        for (ContributionReader query : queries) {
            query.read(fields, validator.values(), decoded);
        }
    }
}
