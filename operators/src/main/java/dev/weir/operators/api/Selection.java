package dev.weir.operators.api;

import dev.weir.operators.keys.KeySpace;

/**
 * Which records a query takes, and under which keys.
 *
 * @param where whether the query takes a record
 * @param key reads the key from a record
 * @param keys which keys there are
 */
record Selection<T>(String name, int version, Field<T, Boolean> where, Field<T, String> key, KeySpace keys) {}
