package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.EntryView;

/**
 * The units of a table as they were at one moment, for a thread other than the task's to write.
 *
 * @param entries the entries of the units
 * @param longIds the ids of the units, by their numbers; null for an id that is stored in the entry
 */
record UnitView(EntryView entries, byte[][] longIds) {

    private static final byte[] NO_BYTES = {};

    /**
     * Returns the id of a unit, or an empty array if the id is stored in the unit's entry. The entry starts at {@code
     * entry} in {@code words}.
     */
    byte[] longId(int unit, long[] words, int entry) {
        return UnitLayout.idLength(words, entry) == UnitLayout.LONG_ID ? longIds[unit] : NO_BYTES;
    }
}
