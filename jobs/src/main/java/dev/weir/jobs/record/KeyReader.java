package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;

/** Finds the key by which a query groups a record that is not refused, and that therefore has text in all fields of the key. */
final class KeyReader {

    private final int query;
    private final int field;

    /** @param query the query's number in the plan */
    KeyReader(int query, QueryFields fields, FieldNumbers numbers) {
        this.query = query;
        field = numbers.of(fields.key());
    }

    /**
     * Tells {@code decoded} the record's key.
     *
     * @return whether the query has the key
     */
    boolean read(Fields record, DecodedRecord decoded) {
        return decoded.key(query, record.bytes(field), record.from(field), record.to(field));
    }

    /** The record's key, whether the query has it or not. It is private. */
    String text(Fields record) {
        return record.text(field);
    }
}
