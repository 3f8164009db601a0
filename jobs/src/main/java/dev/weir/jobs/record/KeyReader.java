package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;

/** Reads the key by which a query groups an accepted record. Such a record has text in all key fields. */
final class KeyReader {

    private final int query;
    private final int field;

    /**
     * @param query the query's number in the plan
     * @param fields the fields that the query reads
     * @param numbers the numbers of the fields
     */
    KeyReader(int query, QueryFields fields, FieldNumbers numbers) {
        this.query = query;
        field = numbers.of(fields.key());
    }

    /**
     * Passes the record's key to {@code decoded}.
     *
     * @return whether the query has this key
     */
    boolean read(Fields record, DecodedRecord decoded) {
        return decoded.key(query, record.bytes(field), record.from(field), record.to(field));
    }

    /** Returns the record's key, whether the query has this key or not. The key is private. */
    String text(Fields record) {
        return record.text(field);
    }
}
