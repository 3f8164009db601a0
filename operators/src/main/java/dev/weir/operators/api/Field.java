package dev.weir.operators.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads one field of a record, as a lambda or a method reference. The result must depend on the record alone, and not
 * on a clock, a random number or anything else that changes.
 *
 * <p>If a time, a unit, a key or a value is null or throws, the record is rejected by all queries and counted as
 * rejected. The exception is dropped, because it may quote the record.
 *
 * @param <T> the record
 * @param <V> the type of the field
 */
@FunctionalInterface
public interface Field<T, V> extends Serializable {

    /**
     * Reads the value.
     *
     * @param record the record, which must not be changed
     * @return the value, or null if the record has none
     */
    @Nullable V of(T record);
}
