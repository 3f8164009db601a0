package dev.weir.jobs.config;

import java.io.Serializable;
import java.util.List;

/**
 * Which fields of a record a query reads.
 *
 * @param where all of these hold for a record that the query takes; empty: every record
 * @param key the field that holds the grouping key
 * @param values for each aggregate, in order, the field that it sums; empty for a count
 */
public record QueryFields(List<Condition> where, String key, List<String> values) implements Serializable {

    public QueryFields {
        where = List.copyOf(where);
        values = List.copyOf(values);
    }
}
