package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
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
    private final int key;
    /** For each aggregate the numbers of the fields that it reads. */
    private final int[][] valueFields;

    /** For each aggregate the numbers of the texts that it tells apart; absent where it reads numbers. */
    private final @Nullable DeclaredKeyTable[] candidates;

    private final BigDecimal[] read;

    ContributionReader(int query, QueryFields fields, FieldNumbers numbers) {
        this.query = query;
        filters = fields.where().stream()
                .map(condition -> new Filter(condition, numbers))
                .toArray(Filter[]::new);
        key = numbers.of(fields.key());
        valueFields = fields.values().stream()
                .map(names -> names.stream().mapToInt(numbers::of).toArray())
                .toArray(int[][]::new);
        candidates = new DeclaredKeyTable[valueFields.length];
        for (int i = 0; i < candidates.length; i++) {
            List<String> texts = fields.candidates().get(i);
            candidates[i] = texts.isEmpty() ? null : new DeclaredKeys(texts).table();
        }
        read = new BigDecimal
                [fields.values().stream().mapToInt(List::size).max().orElse(0)];
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
        if (!decoded.key(query, fields.bytes(key), fields.from(key), fields.to(key))) {
            return;
        }
        for (int i = 0; i < valueFields.length; i++) {
            DeclaredKeyTable texts = candidates[i];
            if (texts != null) {
                decoded.value(query, i, candidate(texts, fields, valueFields[i][0]));
            } else if (valueFields[i].length > 0) {
                for (int j = 0; j < valueFields[i].length; j++) {
                    read[j] = values[valueFields[i][j]];
                }
                decoded.values(query, i, read, 0);
            }
        }
    }

    /** The number of a candidate, negative if the field names none: also where it is missing or no scalar. */
    private static int candidate(DeclaredKeyTable texts, Fields record, int field) {
        return record.isText(field)
                ? texts.find(record.bytes(field), record.from(field), record.to(field))
                : DeclaredKeyTable.ABSENT;
    }
}
