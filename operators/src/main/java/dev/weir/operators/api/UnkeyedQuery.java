package dev.weir.operators.api;

import java.util.Collection;
import java.util.List;

/**
 * A query that has no keys yet: next, which keys may appear at all.
 *
 * @param <T> the record
 */
public final class UnkeyedQuery<T> {

    private final String name;
    private final int version;
    private final Field<T, Boolean> where;

    UnkeyedQuery(String name, int version, Field<T, Boolean> where) {
        if (name.isBlank() || name.contains("/")) {
            throw new IllegalArgumentException("name must be one without /, was \"" + name + "\"");
        }
        this.name = name;
        this.version = version;
        this.where = where;
    }

    /**
     * Counts up when the meaning of the query changes, that of its lambdas included, which nobody else can see: windows
     * that are open under another version are dropped.
     *
     * @param number at least 1, which it is if nothing is said
     */
    public UnkeyedQuery<T> version(int number) {
        return new UnkeyedQuery<>(name, number, where);
    }

    /** Takes only records that pass, and all earlier conditions too. A condition that throws is not passed. */
    public UnkeyedQuery<T> where(Field<T, Boolean> condition) {
        Field<T, Boolean> before = where;
        return new UnkeyedQuery<>(
                name,
                version,
                record -> Boolean.TRUE.equals(before.of(record)) && Boolean.TRUE.equals(condition.of(record)));
    }

    /**
     * Groups by a key of which all values are declared and public: each is released in every window, data or not. Records
     * with other keys are left out.
     *
     * @param key reads the key from a record
     * @param keys distinct, at least one
     */
    public UnwindowedQuery<T> byDeclaredKey(Field<T, String> key, Collection<String> keys) {
        return new UnwindowedQuery<>(new Selection<>(name, version, where, key, List.copyOf(keys)));
    }
}
