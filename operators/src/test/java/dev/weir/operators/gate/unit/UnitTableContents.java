package dev.weir.operators.gate.unit;

import dev.weir.operators.state.KeyGroupTable;
import java.math.BigInteger;
import java.util.stream.IntStream;

/** Gives tests of other packages access to what a table writes. */
public final class UnitTableContents {

    private UnitTableContents() {}

    /** Returns the present contents of the table. */
    public static KeyGroupTable.Contents of(UnitTable table) {
        return table.contents();
    }

    /** Returns what all units of the table together have been charged for a query, in parts of its account. */
    public static BigInteger charged(UnitTable table, UnitLayout layout, int query) {
        UnitEntries units = table.units();
        return IntStream.range(0, units.size())
                .mapToObj(
                        unit -> layout.unitAccount(query).parts(units.words(), units.at(unit) + layout.account(query)))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }
}
