package dev.weir.operators.gate;

/** A cell: a query, one of its keys, one of its windows. */
record CellId(int query, int key, long windowEnd) {}
