package dev.weir.jobs.record;

import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.Utf8;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.Rejection;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the bytes of one record after the other for a pipeline. Decoding never fails, gives the same for the same bytes,
 * and takes time in proportion to the record's size.
 *
 * <p>A record that fails in several ways gets the first code of this list:
 *
 * <ol>
 *   <li>{@code TOO_LARGE}: the record, a key or the unit's id is longer than its limit
 *   <li>{@code MALFORMED}: not UTF-8, not one line of CSV with all columns, not JSON, a JSON name twice
 *   <li>{@code SCHEMA}: JSON that is not an object; an object, array or truth value where a scalar is needed
 *   <li>{@code NO_TIME}, {@code NO_UNIT}, {@code NO_KEY}: missing, null or empty; a time that cannot be read
 *   <li>{@code NOT_A_NUMBER}: a value that is no decimal, or missing; a unit's id that is no whole number, where the
 *       pipeline compares ids as numbers
 *   <li>{@code OUT_OF_RANGE}: a value of size 2<sup>63</sup> or more; a time beyond 8.64e15 ms from the epoch
 *   <li>{@code TOO_LARGE} again: a unit's id that in its form is longer than its limit
 * </ol>
 *
 * No key of a malformed record is looked for, so that none is too large. All keys and numbers that any query reads must be
 * there, whether the query's filters let the record pass or not. A scalar counts as its text: a JSON text that spells a
 * decimal is a number, and a JSON number can be a key. A field that only filters name may be missing or of any type; the
 * record then passes none of these filters. One that is only told apart as text may be, too, and then names no candidate.
 *
 * <p>Not safe for use by several threads. A copy that has been serialized starts with fresh buffers.
 */
public final class RecordReader implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final byte[] NOTHING = {};

    private final Pipeline pipeline;
    private final transient int recordBytes;
    private final transient Splitter splitter;
    private final transient Fields fields;
    private final transient RecordValidator validator;
    private final transient int time;
    /** {@link FieldNumbers#NONE} where every record is a unit. */
    private final transient int unit;

    private final transient UnitIds ids;
    private final transient ContributionReader[] queries;
    /** The numbers of the message's fields. */
    private final transient int[] messageFields;

    /**
     * A reader of the records of a pipeline.
     *
     * @param pipeline with the columns of CSV known: see {@link Pipeline#withColumns}
     */
    public RecordReader(Pipeline pipeline) {
        Source source = pipeline.source();
        FieldNumbers numbers = new FieldNumbers(pipeline.readFields());
        this.pipeline = pipeline;
        recordBytes = pipeline.limits().recordBytes();
        splitter = source.format().splitter(numbers);
        fields = new Fields(numbers.count());
        validator = new RecordValidator(pipeline, numbers);
        time = numbers.of(source.time());
        unit = numbers.of(source.unit());
        ids = new UnitIds(pipeline.plan().unitForm(), pipeline.limits().unitBytes());
        queries = IntStream.range(0, pipeline.fields().size())
                .mapToObj(i -> new ContributionReader(i, pipeline.fields().get(i), numbers))
                .toArray(ContributionReader[]::new);
        messageFields =
                MessageFields.of(pipeline).stream().mapToInt(numbers::of).toArray();
    }

    private Object readResolve() {
        return new RecordReader(pipeline);
    }

    /**
     * Decodes a record: the event time whenever there is one, then a rejection, or the unit and what each query takes from
     * the record. Where every record is a unit, the unit is left to the caller.
     *
     * @param bytes the record, of any size
     * @param decoded what to write the findings to; has been cleared
     */
    public void read(byte[] bytes, DecodedRecord decoded) {
        read(bytes, null, decoded);
    }

    /**
     * Decodes a record of a message.
     *
     * @param bytes the record, of any size
     * @param outside the values of the message's fields that the pipeline reads, in the order of
     *     {@link MessageFields#of}, null for one that is not there: they stand in place of whatever the record has
     *     under their names; null if they are fields of the record
     * @param decoded what to write the findings to; has been cleared
     */
    public void read(byte[] bytes, byte @Nullable [] @Nullable [] outside, DecodedRecord decoded) {
        Rejection code = split(bytes);
        if (code == null && outside != null) {
            code = take(outside);
        }
        if (code == null) {
            long eventTime = fields.isText(time)
                    ? EventTime.parse(fields.bytes(time), fields.from(time), fields.to(time))
                    : EventTime.NONE;
            if (eventTime != EventTime.NONE && eventTime != EventTime.BEYOND) {
                decoded.time(eventTime);
            }
            code = validator.check(fields, eventTime);
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

    private @Nullable Rejection split(byte[] bytes) {
        if (bytes.length > recordBytes) {
            return Rejection.TOO_LARGE;
        }
        fields.clear();
        return splitter.split(bytes, fields);
    }

    /** Puts the fields of the message in their places. */
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

    /** The fields of the last record, unless it was too large or malformed. */
    Fields fields() {
        return fields;
    }

    /** The numbers of the last record that was not refused, by the numbers of their fields. */
    BigDecimal[] values() {
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
