package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.EntryView;

/**
 * The units of a table as they were at one moment, to be written by another thread than the task's.
 *
 * @param entries their entries
 * @param longIds the ids that do not lie in the entries; null where one does
 */
record UnitView(EntryView entries, byte[][] longIds) {

    private static final byte[] NO_BYTES = {};

    /** The id of a unit, empty if it lies in the unit's entry, which starts at {@code entry} of {@code words}. */
    byte[] longId(int unit, long[] words, int entry) {
        return UnitLayout.idLength(words, entry) == UnitLayout.LONG_ID ? longIds[unit] : NO_BYTES;
    }
}
