package dev.weir.operators.gate.cell;

/**
 * What is kept of a unit's cells of one query.
 *
 * @param query the query's number in the plan
 * @param kept how many longs the aggregates keep of a unit's cell
 * @param keysPerWindow the most keys that a unit may contribute to in one window, or in one series
 * @param countsKeys whether it matters to how many keys a unit has contributed in a window
 * @param hash finds the cells
 */
public record CellShape(int query, int kept, int keysPerWindow, boolean countsKeys, IndexHash hash) {}
