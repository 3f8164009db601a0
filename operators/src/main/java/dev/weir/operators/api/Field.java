package dev.weir.operators.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads one thing from a record: a lambda or a method reference. A function of the record alone: no clock, no random
 * number, nothing that changes.
 *
 * <p>A record for which a time, a unit, a key or a value returns nothing or throws is refused by all queries and counted
 * as such; what was thrown goes nowhere, because it may quote the record.
 *
 * @param <T> the record
 * @param <V> what is read from it
 */
@FunctionalInterface
public interface Field<T, V> extends Serializable {

    /** What the record says, or nothing. */
    @Nullable V of(T record);
}
