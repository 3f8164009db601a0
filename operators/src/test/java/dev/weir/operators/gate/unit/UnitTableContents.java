package dev.weir.operators.gate.unit;

import dev.weir.operators.state.KeyGroupTable;

/** Gives tests of other packages access to what a table writes. */
public final class UnitTableContents {

    private UnitTableContents() {}

    /** Returns the present contents of the table. */
    public static KeyGroupTable.Contents of(UnitTable table) {
        return table.contents();
    }
}
