package dev.weir.jobs.record;

import dev.weir.jobs.config.QueryFields;
import dev.weir.operators.admit.Reading;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** What one query makes of a record whose fields are all in order. */
final class QueryReader {

    private static final int COUNT = -1;

    private final int number;
    private final Filter[] filters;
    private final int keySlot;
    private final KeyTable keys;
    /** For each aggregate the slot of its value, or {@link #COUNT}. */
    private final int[] valueSlots;

    QueryReader(int number, Query query, QueryFields fields, Map<String, Integer> slots) {
        this.number = number;
        this.filters = fields.where().stream()
                .map(condition -> new Filter(condition, slot(slots, condition.field())))
                .toArray(Filter[]::new);
        this.keySlot = slot(slots, fields.key());
        this.keys = new KeyTable(query.keys().known());
        List<String> values = fields.values();
        this.valueSlots = values.stream()
                .mapToInt(field -> field.isEmpty() ? COUNT : slot(slots, field))
                .toArray();
    }

    private static int slot(Map<String, Integer> slots, String field) {
        Integer slot = slots.get(field);
        if (slot == null) {
            throw new IllegalStateException("every field of a query has a slot");
        }
        return slot;
    }

    /**
     * Tells {@code reading} what becomes of the record.
     *
     * @param values the numbers in the fields, by slot
     */
    void read(Fields fields, BigDecimal[] values, Reading reading) {
        for (Filter filter : filters) {
            if (!filter.passes(fields)) {
                return;
            }
        }
        int key = keys.find(fields.bytes(keySlot), fields.from(keySlot), fields.to(keySlot));
        if (key == KeyTable.ABSENT) {
            reading.undeclared(number);
            return;
        }
        reading.offer(number, key);
        for (int i = 0; i < valueSlots.length; i++) {
            if (valueSlots[i] != COUNT) {
                reading.value(number, i, values[valueSlots[i]]);
            }
        }
    }
}
