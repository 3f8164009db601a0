package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.EntryView;

/**
 * The units of a table as they were at one moment, to be written by another thread than the task's.
 *
 * @param rows their rows
 * @param longIds the ids that do not lie in the rows; null where one does
 */
record UnitView(EntryView rows, byte[][] longIds) {

    private static final byte[] NO_BYTES = {};

    /** The id of a unit, empty if it lies in the unit's row, which starts at {@code row} of {@code words}. */
    byte[] longId(int unit, long[] words, int row) {
        return UnitLayout.idLength(words, row) == UnitLayout.LONG_ID ? longIds[unit] : NO_BYTES;
    }
}
