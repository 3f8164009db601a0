package dev.weir.jobs.record;

import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.time.text.TimeReader;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the fields of a record whether it is refused, and with which code ({@link RecordReader} lists all codes in order).
 * Also parses the numbers in the fields.
 */
final class RecordValidator {

    private final Limits limits;
    private final int time;
    /** The number of the unit's field; {@link FieldNumbers#NONE} if every record is a unit. */
    private final int unit;

    private final int[] keys;
    private final int[] numbers;
    /** The numbers of the fields whose texts an aggregate distinguishes. */
    private final int[] texts;

    private final BigDecimal[] values;

    RecordValidator(Pipeline pipeline, FieldNumbers fields) {
        limits = pipeline.limits();
        time = fields.of(pipeline.source().time());
        unit = fields.of(pipeline.source().unit());
        keys = fields.ofDistinct(pipeline.fields().stream()
                .flatMap(query -> query.keys().stream())
                .map(pipeline.source()::raw)
                .toList());
        numbers = fields.ofDistinct(
                pipeline.fields().stream().flatMap(QueryFields::numbers).toList());
        texts = fields.ofDistinct(
                pipeline.fields().stream().flatMap(QueryFields::named).toList());
        values = new BigDecimal[fields.count()];
    }

    /** The decimals in the fields of the last checked record, by field number. They are valid only if that record was accepted. */
    BigDecimal[] values() {
        return values;
    }

    /**
     * Checks a record.
     *
     * @param record the fields of the record
     * @param eventTime the record's time in epoch milliseconds, {@link TimeReader#NONE} or {@link TimeReader#BEYOND}
     * @return the first code that applies; null if the record is accepted
     */
    @Nullable Rejection check(Fields record, long eventTime) {
        if (isAnyTooLarge(record)) {
            return Rejection.TOO_LARGE;
        }
        if (isAnyOfAnotherType(record)) {
            return Rejection.SCHEMA;
        }
        if (eventTime == TimeReader.NONE) {
            return Rejection.NO_TIME;
        }
        if (unit >= 0 && !record.isText(unit)) {
            return Rejection.NO_UNIT;
        }
        for (int key : keys) {
            if (!record.isText(key)) {
                return Rejection.NO_KEY;
            }
        }
        Rejection code = readValues(record);
        return code == null && eventTime == TimeReader.BEYOND ? Rejection.OUT_OF_RANGE : code;
    }

    private boolean isAnyTooLarge(Fields record) {
        if (unit >= 0 && record.size(unit) > limits.unitBytes()) {
            return true;
        }
        for (int key : keys) {
            if (record.size(key) > limits.keyBytes()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a field that is read, other than by filters, is not scalar. A field whose texts are distinguished must also be
     * present.
     */
    private boolean isAnyOfAnotherType(Fields record) {
        boolean found = record.isOther(time) || (unit >= 0 && record.isOther(unit));
        for (int key : keys) {
            found |= record.isOther(key);
        }
        for (int number : numbers) {
            found |= record.isOther(number);
        }
        for (int text : texts) {
            found |= !record.isText(text);
        }
        return found;
    }

    private @Nullable Rejection readValues(Fields record) {
        Rejection code = null;
        for (int number : numbers) {
            BigDecimal value = record.isText(number)
                    ? Decimals.parse(record.bytes(number), record.from(number), record.to(number))
                    : null;
            if (value == null) {
                return Rejection.NOT_A_NUMBER;
            }
            if (Decimals.isBeyond(value)) {
                code = Rejection.OUT_OF_RANGE;
            }
            values[number] = value;
        }
        return code;
    }
}
