package dev.weir.operators.aggregate;

import java.math.BigDecimal;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The two fields of a single number, in their order: {@code value} and {@code stddev}. Immutable. Nearly every row has such fields, and a map
 * with a table costs more than the rest of the estimate.
 */
final class NumberFields extends AbstractMap<String, @Nullable Object> {

    static final String VALUE = "value";
    static final String STDDEV = "stddev";

    private final @Nullable BigDecimal value;
    private final @Nullable Double stddev;

    /**
     * @param value the number; null if there is no number
     * @param stddev the standard deviation of the noise in the value; null if it is unknown
     */
    NumberFields(@Nullable BigDecimal value, @Nullable Double stddev) {
        this.value = value;
        this.stddev = stddev;
    }

    @Override
    public @Nullable Object get(Object field) {
        return VALUE.equals(field) ? value : STDDEV.equals(field) ? stddev : null;
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
                return List.<Map.Entry<String, @Nullable Object>>of(
                                new SimpleImmutableEntry<>(VALUE, value), new SimpleImmutableEntry<>(STDDEV, stddev))
                        .iterator();
            }

            @Override
            public int size() {
                return 2;
            }
        };
    }
}
