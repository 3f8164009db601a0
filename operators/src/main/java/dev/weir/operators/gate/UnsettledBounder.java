package dev.weir.operators.gate;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.UnsettledPrice;
import dev.weir.operators.gate.rule.UnsettledRecords;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.Settlement;
import dev.weir.operators.gate.unit.UnitCursor;
import dev.weir.operators.gate.unit.UnitLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Charges the first records of a unit in a window an upper bound of their price, and keeps them as {@link UnsettledRecords}. Most units have few records in a window, and accounts with room for the bound. For their records the gate searches no cells and computes one sum, until the window
 * ends. {@link UnsettledPrice} says why all decisions are those of exact prices.
 */
final class UnsettledBounder {

    private final GateQuery query;
    private final UnsettledPrice price;
    private final Settlement settlement;
    private final int accountAt;

    /** The records of the window of the last record; null if there are none yet. */
    private @Nullable UnsettledRecords records;

    UnsettledBounder(GateQuery query, UnitLayout layout) {
        this.query = query;
        this.price = Objects.requireNonNull(query.rules().unsettled());
        this.settlement = Objects.requireNonNull(layout.settlement(query.number()));
        this.accountAt = layout.account(query.number());
    }

    /**
     * Charges a record the bound of its price and returns true, if that can be done. Otherwise settles the unit's records in the window, so that the record can be charged its price, and returns false.
     *
     * @param end the end of the record's window, epoch milliseconds
     * @param at where the contribution starts in the record
     */
    boolean charge(UnitCursor cursor, long end, AdmittedRecord record, int at) {
        WindowCells window = cursor.findCells(query.number(), end);
        records = window == null ? null : window.unsettled();
        int count = records == null ? 0 : records.count(cursor.number());
        boolean isCharged = count >= 0
                && count < UnsettledRecords.MOST
                && query.rules().assessUnsettled(records, cursor.number(), record.words(), at + 1)
                && query.rules().charge(query.account(), cursor.words(), cursor.entry() + accountAt);
        if (!isCharged && count > 0 && window != null) {
            cursor.settle(settlement, window);
        }
        return isCharged;
    }

    /** Settles all records of the unit, because the unit cannot pay for one more while bounds are charged. Returns whether there were any. */
    boolean settle(UnitCursor cursor) {
        return cursor.settle(settlement);
    }

    /** Keeps the record that {@link #charge} has charged last, if units are kept at all. */
    void keep(UnitCursor cursor, long end, int key) {
        if (cursor.isFound()) {
            if (records == null) {
                records = cursor.cells(query.number(), end).unsettled();
            }
            Objects.requireNonNull(records).add(cursor.number(), key, price.packed());
        }
    }
}
