package dev.weir.operators.gate;

/**
 * A view of the units of a table at one moment, which another thread than the task's writes.
 *
 * @param rows the view of their entries
 * @param longIds the ids that are not in the entries; null for a unit whose id is
 */
record UnitView(RowView rows, byte[][] longIds) {

    private static final byte[] NO_BYTES = {};

    /** The id of a unit; empty if it is in the unit's entry, which starts at {@code row} of {@code words}. */
    byte[] longId(int unit, long[] words, int row) {
        return RowLayout.idLength(words, row) == RowLayout.LONG_ID ? longIds[unit] : NO_BYTES;
    }
}
