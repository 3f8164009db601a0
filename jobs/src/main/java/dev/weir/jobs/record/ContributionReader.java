package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.keys.DeclaredKeyTable;
import dev.weir.operators.keys.DeclaredKeys;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out what one query takes from a record that is not refused: nothing, or a key and values. */
final class ContributionReader {

    private final int query;
    private final Filter[] filters;
    private final KeyReader key;
    /** For each aggregate the numbers of the fields that it reads. */
    private final int[][] valueFields;

    /** For each aggregate and field the numbers of the texts that it tells apart; absent where it reads numbers. */
    private final @Nullable DeclaredKeyTable[][] texts;

    private final BigDecimal[] read;

    ContributionReader(int query, QueryFields fields, FieldNumbers numbers) {
        this.query = query;
        filters = fields.where().stream()
                .map(condition -> new Filter(condition, numbers))
                .toArray(Filter[]::new);
        key = new KeyReader(query, fields, numbers);
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
     * Tells {@code decoded} what the query takes; nothing if the record does not pass the query's filters.
     *
     * @param values the numbers in the fields, by the fields' numbers
     */
    void read(Fields fields, BigDecimal[] values, DecodedRecord decoded) {
        for (Filter filter : filters) {
            if (!filter.passes(fields)) {
                return;
            }
        }
        if (!key.read(fields, decoded)) {
            return;
        }
        for (int i = 0; i < valueFields.length; i++) {
            if (valueFields[i].length == 1 && texts[i][0] != null) {
                decoded.value(query, i, find(texts[i][0], fields, valueFields[i][0]));
            } else if (valueFields[i].length > 0) {
                for (int j = 0; j < valueFields[i].length; j++) {
                    int field = valueFields[i][j];
                    DeclaredKeyTable known = texts[i][j];
                    read[j] = known == null ? values[field] : BigDecimal.valueOf(find(known, fields, field));
                }
                decoded.values(query, i, read, 0);
            }
        }
    }

    /**
     * The number of a text; negative if it is not one of {@code texts}. A record without the field has been refused.
     */
    private static int find(DeclaredKeyTable texts, Fields record, int field) {
        return texts.find(record.bytes(field), record.from(field), record.to(field));
    }
}
