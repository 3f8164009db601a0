package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.UnsettledPrice;
import dev.weir.operators.gate.rule.UnsettledRecords;
import java.math.BigInteger;
import java.util.Objects;

/**
 * Settles the records of units for a query with levels: lowers the account of a unit to the price of its records, where it was charged an upper bound ({@link UnsettledPrice}). It is done for all units of a window when the window
 * ends, and for one unit when a record does not fit into {@link UnsettledRecords} or into the unit's account. Units are numbered as in their table.
 */
public final class Settlement {

    private final GateQuery query;
    private final UnsettledPrice price;
    private final int accountAt;

    /** @param accountAt the offset of the query's account in a unit's entry */
    Settlement(GateQuery query, int accountAt) {
        this.query = query;
        this.price = Objects.requireNonNull(query.rules().unsettled());
        this.accountAt = accountAt;
    }

    /** The records in a window of the query. */
    static UnsettledRecords records(WindowCells window) {
        return Objects.requireNonNull(window.unsettled());
    }

    /** The number of the query in its plan. */
    int query() {
        return query.number();
    }

    /** Lowers the account of a unit that has records in a window, in its entry at {@code entry}, by what exceeds their price. The entry must have been saved for views. */
    void lower(WindowCells window, int unit, long[] entries, int entry) {
        price.assessExcess(records(window), unit);
        price.lower(query.account(), entries, entry + accountAt);
    }

    /** What a unit has been charged above the price of all its records, in parts of its account. */
    BigInteger excess(OpenCells cells, int unit) {
        BigInteger[] sum = {BigInteger.ZERO};
        cells.forEach(query.number(), (end, window) -> {
            if (records(window).count(unit) > 0) {
                price.assessExcess(records(window), unit);
                sum[0] = sum[0].add(price.excess());
            }
        });
        return sum[0];
    }

    /** Makes cells of the records of a unit in a window, if it has any. Both must have been saved for views. */
    void makeCells(WindowCells window, int unit) {
        if (records(window).count(unit) > 0) {
            for (long record : records(window).moveOut(unit)) {
                addToCell(window, unit, record);
            }
        }
    }

    private void addToCell(WindowCells window, int unit, long record) {
        int key = UnsettledRecords.key(record);
        int known = window.find(unit, key);
        int entry = known < 0 ? window.open(unit, key) : known;
        long[] kept = new long[query.rules().kept()];
        window.copyKept(entry, kept);
        price.addTo(record, kept);
        window.set(entry, window.records(entry) + 1, kept);
    }
}
