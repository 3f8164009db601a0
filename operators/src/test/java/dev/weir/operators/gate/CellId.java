package dev.weir.operators.gate;

/** A cell: a query, one of its keys, and one of its windows. */
record CellId(int query, int key, long windowEnd) {}
