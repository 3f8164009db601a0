package dev.weir.operators.gate.cell;

import dev.weir.operators.gate.rule.UnsettledRecords;

/**
 * The layout of the cells that a unit has for one query.
 *
 * @param query the query's number in the plan
 * @param kept how many longs the aggregates keep of a unit's cell
 * @param keysPerWindow the largest number of keys that a unit may contribute to in one window, or in one series; with nodes that have cells of their own, the largest number of all these cells
 * @param countsKeys whether the number of keys of a unit in a window is counted, because a bound depends on it
 * @param baseCells with levels: the number of base cells, if what a unit has added to the nodes above them follows from its base cells; otherwise 0
 * @param startsUnsettled with levels: whether the first records of a unit in a window are kept as {@link UnsettledRecords}
 * @param hash the hash that finds cells
 */
@SuppressWarnings("ParameterNumber") // a layout has many facts
public record CellShape(
        int query,
        int kept,
        int keysPerWindow,
        boolean countsKeys,
        int baseCells,
        boolean startsUnsettled,
        IndexHash hash) {

    /** The layout of the same cells without nodes, of which a unit has at most {@code keys}. */
    CellShape ofBase(int keys) {
        return new CellShape(query, kept, keys, false, 0, false, hash);
    }

    /** The layout of {@link UnsettledRecords}: of each record its base cell, and its integers in place of a number of records. */
    CellShape ofUnsettled() {
        return new CellShape(query, 0, UnsettledRecords.MOST, false, 0, false, hash);
    }
}
