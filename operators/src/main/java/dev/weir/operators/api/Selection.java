package dev.weir.operators.api;

import dev.weir.operators.keys.KeySpace;

/**
 * The records that a query takes, and their keys.
 *
 * @param where whether the query takes a record; null counts as no
 * @param key reads the key from a record
 * @param keys the declared keys
 */
record Selection<T>(String name, int version, Field<T, Boolean> where, Field<T, String> key, KeySpace keys) {}
