package dev.weir.operators.api;

import dev.weir.operators.keys.KeySpace;
import java.util.List;

/**
 * The records that a query takes, and their keys.
 *
 * @param where whether the query takes a record; null counts as no
 * @param attributes reads the attributes of the key from a record, in order; none if all records have the same key
 * @param keys the declared keys
 */
record Selection<T>(
        String name, int version, Field<T, Boolean> where, List<Field<T, String>> attributes, KeySpace keys) {

    /** Returns this selection with other keys of the same attributes. */
    Selection<T> by(KeySpace other) {
        return new Selection<>(name, version, where, attributes, other);
    }
}
