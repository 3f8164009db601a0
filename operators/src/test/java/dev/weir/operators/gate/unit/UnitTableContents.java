package dev.weir.operators.gate.unit;

import dev.weir.operators.state.KeyGroupTable;

/** Shows what a table writes to tests of other packages. */
public final class UnitTableContents {

    private UnitTableContents() {}

    /** The contents of the table as it is now. */
    public static KeyGroupTable.Contents of(UnitTable table) {
        return table.contents();
    }
}
