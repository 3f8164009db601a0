package dev.weir.operators.gate.cell;

/**
 * The layout of the cells that a unit has for one query.
 *
 * @param query the query's number in the plan
 * @param kept how many longs the aggregates keep of a unit's cell
 * @param keysPerWindow the largest number of keys that a unit may contribute to in one window, or in one series
 * @param countsKeys whether the number of keys of a unit in a window is counted, because a bound depends on it
 * @param hash the hash that finds cells
 */
public record CellShape(int query, int kept, int keysPerWindow, boolean countsKeys, IndexHash hash) {}
