package dev.weir.operators.query;

/**
 * A cell: a query, one of its keys, one of its windows.
 *
 * @param query the query's number
 * @param key the number of the declared key
 * @param windowEnd the end of the window, epoch milliseconds
 */
public record CellId(int query, int key, long windowEnd) {}
