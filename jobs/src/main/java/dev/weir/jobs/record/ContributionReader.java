package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.keys.DeclaredKeyTable;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Determines the contribution of an accepted record to one query: none, or a key and values. */
final class ContributionReader {

    private final int query;
    private final Filter[] filters;
    private final KeyReader key;
    /** The numbers of the fields that each aggregate reads. */
    private final int[][] valueFields;

    /**
     * For each aggregate and field, the table of the texts that the aggregate distinguishes; null if the aggregate reads the
     * field as a number.
     */
    private final @Nullable DeclaredKeyTable[][] texts;

    private final BigDecimal[] read;

    ContributionReader(int query, QueryFields fields, KeySpace keys, FieldNumbers numbers) {
        this.query = query;
        filters = fields.where().stream()
                .map(condition -> new Filter(condition, numbers))
                .toArray(Filter[]::new);
        key = new KeyReader(
                query, keys, fields.keys().stream().mapToInt(numbers::of).toArray());
        valueFields = fields.reads().stream()
                .map(reads -> reads.stream()
                        .mapToInt(read -> numbers.of(read.field()))
                        .toArray())
                .toArray(int[][]::new);
        texts = fields.reads().stream()
                .map(reads -> reads.stream().map(ContributionReader::table).toArray(DeclaredKeyTable[]::new))
                .toArray(DeclaredKeyTable[][]::new);
        read = new BigDecimal[fields.reads().stream().mapToInt(List::size).max().orElse(0)];
    }

    private static @Nullable DeclaredKeyTable table(QueryFields.Read read) {
        return read.texts().isEmpty() ? null : new DeclaredKeys(read.texts()).table();
    }

    /**
     * Passes the record's contribution to {@code decoded}. Passes nothing if a filter rejects the record, and no values if the
     * query does not have the record's key.
     *
     * @param fields the fields of the record
     * @param values the decimals in the fields, by field number
     * @param decoded receives the contribution
     */
    void read(Fields fields, BigDecimal[] values, DecodedRecord decoded) {
        if (!passes(fields) || !key.read(fields, decoded)) {
            return;
        }
        for (int i = 0; i < valueFields.length; i++) {
            if (valueFields[i].length == 1 && texts[i][0] != null) {
                decoded.value(query, i, find(texts[i][0], fields, valueFields[i][0]));
            } else if (valueFields[i].length > 0) {
                read(i, fields, values, read);
                decoded.values(query, i, read, 0);
            }
        }
    }

    private boolean passes(Fields fields) {
        for (Filter filter : filters) {
            if (!filter.passes(fields)) {
                return false;
            }
        }
        return true;
    }

    private void read(int aggregate, Fields fields, BigDecimal[] values, BigDecimal[] target) {
        for (int i = 0; i < valueFields[aggregate].length; i++) {
            int field = valueFields[aggregate][i];
            DeclaredKeyTable known = texts[aggregate][i];
            target[i] = known == null ? values[field] : BigDecimal.valueOf(find(known, fields, field));
        }
    }

    /** Returns the record's key, whether the query has this key or not; null if a filter rejects the record. The key is private. */
    @Nullable String key(Fields fields) {
        return passes(fields) ? key.text(fields) : null;
    }

    /**
     * Returns the values that an aggregate reads from the record.
     *
     * @param aggregate the number of the aggregate in the query
     * @param fields the fields of the record
     * @param values the decimals in the fields, by field number
     */
    BigDecimal[] values(int aggregate, Fields fields, BigDecimal[] values) {
        BigDecimal[] own = new BigDecimal[valueFields[aggregate].length];
        read(aggregate, fields, values, own);
        return own;
    }

    /**
     * Returns the index of a field's text among {@code texts}; a negative number if the text is not among them. The record has
     * the field, because {@link RecordValidator} refuses records without it.
     */
    private static int find(DeclaredKeyTable texts, Fields record, int field) {
        return texts.find(record.bytes(field), record.from(field), record.to(field));
    }
}
