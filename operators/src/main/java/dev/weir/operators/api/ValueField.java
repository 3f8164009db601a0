package dev.weir.operators.api;

import dev.weir.operators.counters.Rejection;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;

/**
 * A field of an aggregation, read as a number.
 *
 * @param number reads the number
 * @param missing the code with which a record without this field is rejected
 */
record ValueField<T>(SafeField<T, ? extends Number> number, Rejection missing) implements Serializable {

    private static final long serialVersionUID = 1L;

    static <T> ValueField<T> number(Field<T, ? extends Number> field) {
        return new ValueField<>(new SafeField<>(field), Rejection.NOT_A_NUMBER);
    }

    /**
     * Returns a field that is read as the index of a declared text, or as -1 for any other text. A missing or empty
     * text is rejected.
     */
    static <T> ValueField<T> text(Field<T, String> field, List<String> texts) {
        SafeField<T, String> safe = new SafeField<>(field);
        HashMap<String, Integer> numbers = new HashMap<>();
        texts.forEach(text -> numbers.put(text, numbers.size()));
        return new ValueField<>(
                new SafeField<>(record -> {
                    String found = safe.of(record);
                    return found == null || found.isEmpty() ? null : numbers.getOrDefault(found, -1);
                }),
                Rejection.SCHEMA);
    }
}
