package dev.weir.operators.api;

import dev.weir.operators.keys.DeclaredKeys;
import java.util.Collection;
import java.util.List;

/**
 * A query that has no keys yet. The next call says which keys may appear.
 *
 * @param <T> the record
 */
public final class UnkeyedQuery<T> {

    private final String name;
    private final int version;
    private final Field<T, Boolean> where;

    UnkeyedQuery(String name, int version, Field<T, Boolean> where) {
        this.name = name;
        this.version = version;
        this.where = where;
    }

    /**
     * Sets the version of the query. Increase it whenever the meaning of the query changes, because Weir cannot detect that a lambda has
     * changed. Open windows of another version are dropped.
     *
     * @param number the version, at least 1; it is 1 if this method is not called
     */
    public UnkeyedQuery<T> version(int number) {
        return new UnkeyedQuery<>(name, number, where);
    }

    /**
     * Takes only records that meet a condition, in addition to all earlier conditions.
     *
     * @param condition the condition; a record for which it returns null or throws does not meet it
     */
    public UnkeyedQuery<T> where(Field<T, Boolean> condition) {
        Field<T, Boolean> before = where;
        return new UnkeyedQuery<>(
                name,
                version,
                record -> Boolean.TRUE.equals(before.of(record)) && Boolean.TRUE.equals(condition.of(record)));
    }

    /**
     * Groups by a key whose values are declared and public. Each declared key is released in every window, even if no record has it.
     * Records with other keys are left out.
     *
     * @param key reads the key from a record: at most 256 bytes of UTF-8
     * @param keys the declared keys: distinct, at least one
     * @throws NullPointerException if a key is null
     * @throws IllegalArgumentException if there is no declared key, or a declared key is not as described
     */
    public UnwindowedQuery<T> byDeclaredKey(Field<T, String> key, Collection<String> keys) {
        return new UnwindowedQuery<>(new Selection<>(name, version, where, key, new DeclaredKeys(List.copyOf(keys))));
    }
}
