package dev.weir.operators.levels;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads fields of rows and cards that must be there. */
public final class Fields {

    private Fields() {}

    /** Returns a field that holds an object. */
    public static Map<?, ?> object(Map<?, ?> fields, String name) {
        return (Map<?, ?>) Objects.requireNonNull(fields.get(name), name);
    }

    /** Returns a field that holds a list. */
    public static List<?> list(Map<?, ?> fields, String name) {
        return (List<?>) Objects.requireNonNull(fields.get(name), name);
    }

    /** Returns a field that holds a real number. */
    public static double real(Map<?, ?> fields, String name) {
        return (double) Objects.requireNonNull(fields.get(name), name);
    }

    /** Returns a field that holds a decimal. */
    static BigDecimal decimal(Map<?, ?> fields, String name) {
        return (BigDecimal) Objects.requireNonNull(fields.get(name), name);
    }
}
