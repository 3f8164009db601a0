package dev.weir.jobs.released;

import dev.weir.operators.aggregate.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of estimates, a column for each field: the value has the estimate's name, other fields have the name and their own. An
 * interval is two columns, a list an array, and what no type holds is a text of JSON.
 */
final class FieldColumns {

    private static final String VALUE = "value";

    private final List<FlatColumn> all = new ArrayList<>();

    /** Returns the columns so far. */
    List<FlatColumn> all() {
        return all;
    }

    /**
     * Adds the columns of an estimate.
     *
     * @param estimate the fields, with made-up values
     * @param type the type of its value, if that is a number
     */
    void add(Estimate estimate, FlatType type) {
        LinePath path = LinePath.of("values", estimate.name());
        if (estimate.released() instanceof String) {
            column(estimate.name(), FlatType.TEXT, path);
        } else {
            fields(estimate.name(), estimate.fields(), path, type);
        }
    }

    private void fields(String name, Map<?, ?> fields, LinePath path, FlatType type) {
        fields.forEach((field, value) -> {
            LinePath place = path.then(field);
            if (field.equals(VALUE)) {
                column(name, value instanceof Number ? type : type(VALUE, value), place);
            } else if (field.equals("interval")) {
                column(name + "_low95", FlatType.DOUBLE, place.then(0));
                column(name + "_high95", FlatType.DOUBLE, place.then(1));
            } else {
                further(name, (String) field, value, place);
            }
        });
    }

    private void further(String name, String field, @Nullable Object value, LinePath path) {
        String full = name + "_" + field.replace('-', '_');
        if (value instanceof Map<?, ?> inner && inner.containsKey(VALUE)) {
            fields(full, inner, path, FlatType.DOUBLE);
        } else if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map<?, ?> first) {
            quantiles(name, first, path);
        } else {
            column(full, type(field, value), path);
        }
    }

    /** Adds an array for each field of the elements of a list. */
    private void quantiles(String name, Map<?, ?> first, LinePath list) {
        FieldColumns elements = new FieldColumns();
        elements.fields(name, first, list.then(LinePath.EACH), FlatType.DOUBLE);
        elements.all.forEach(each -> column(each.name(), FlatType.list(each.type()), each.path()));
    }

    private void column(String name, FlatType type, LinePath path) {
        all.add(new FlatColumn(name, type, path));
    }

    /** The type of a field by a made-up value. */
    private static FlatType type(String field, @Nullable Object value) {
        if (value instanceof Number || (value == null && field.equals("stddev"))) {
            return FlatType.DOUBLE;
        }
        if (value instanceof List<?> list && !list.isEmpty()) {
            return FlatType.list(type(field, list.get(0)));
        }
        if (value instanceof Map<?, ?> numbers && numbers.values().stream().allMatch(Number.class::isInstance)) {
            return FlatType.NUMBERS;
        }
        return FlatType.TEXT;
    }
}
