package dev.weir.operators.gate.unit;

import dev.weir.accountant.account.UInt128;
import dev.weir.operators.gate.cell.EntryView;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.UnsettledRecords;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.UnsettledPrice;
import java.math.BigInteger;
import java.util.Objects;

/**
 * Settles the records of units for a query with levels: lowers the account of a unit to the price of its records, where it was charged an upper bound ({@link UnsettledPrice}). It is done for all units of a window when the window
 * ends, and for one unit when a record does not fit into {@link UnsettledRecords} or into the unit's account.
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

    /** Settles the records of all units in the windows that end at or before a time. The windows accept no more records. */
    void close(OpenCells cells, UnitEntries units, long closedUpTo) {
        cells.forEach(query.number(), (end, window) -> {
            if (end <= closedUpTo) {
                UnsettledRecords records = records(window);
                records.forEachUnit(unit -> units.views().save(unit));
                EntryView.publish();
                records.forEachUnit(unit -> lower(records, units, unit));
            }
        });
    }

    /**
     * Settles all records of a unit. From then on the unit has cells in the windows in which it had records.
     *
     * @param cursor points to the unit
     * @return whether there were any
     */
    public boolean settle(UnitCursor cursor) {
        boolean[] isAny = new boolean[1];
        if (cursor.isFound()) {
            cursor.openCells().forEach(query.number(), (end, window) -> isAny[0] |= settle(cursor, window));
        }
        return isAny[0];
    }

    /**
     * Settles the records of a unit in one window. From then on the unit has cells there.
     *
     * @param cursor points to the unit, which the table must contain
     * @param end the end of the window, epoch milliseconds
     */
    public void settle(UnitCursor cursor, long end) {
        settle(cursor, cursor.cells(query.number(), end));
    }

    private boolean settle(UnitCursor cursor, WindowCells window) {
        int unit = cursor.number();
        UnsettledRecords records = records(window);
        boolean isAny = records.count(unit) > 0;
        if (isAny) {
            cursor.units().views().save(unit);
            window.save(unit);
            EntryView.publish();
            lower(records, cursor.units(), unit);
            moveRecords(window, unit);
        }
        return isAny;
    }

    /**
     * What a unit has been charged above the price of all its records, in parts of its account.
     *
     * @param unit the unit's number in its table
     */
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

    /**
     * Charges a unit whose account holds the price of its records the bound again. If the account has no room for it any more, because something else has been booked into it, the unit is settled.
     *
     * @param excess what {@link #excess} has returned for the unit
     * @param unit the unit's number in its table
     */
    @SuppressWarnings("ParameterNumber") // a unit, and where its account and its cells are
    void chargeAgain(BigInteger excess, OpenCells cells, UnitEntries units, int unit) {
        int at = units.at(unit) + accountAt;
        if (!query.account().charge(units.words(), at, UInt128.high(excess), UInt128.low(excess))) {
            cells.forEach(query.number(), (end, window) -> moveRecords(window, unit));
        }
    }

    private void lower(UnsettledRecords records, UnitEntries units, int unit) {
        price.assessExcess(records, unit);
        price.lower(query.account(), units.words(), units.at(unit) + accountAt);
    }

    private void moveRecords(WindowCells window, int unit) {
        if (records(window).count(unit) > 0) {
            for (long record : records(window).moveOut(unit)) {
                move(window, unit, record);
            }
        }
    }

    /** Adds a record to the unit's cell, which is opened at the first one. */
    private void move(WindowCells window, int unit, long record) {
        int key = UnsettledRecords.key(record);
        int known = window.find(unit, key);
        int entry = known < 0 ? window.open(unit, key) : known;
        long[] kept = new long[query.rules().kept()];
        window.copyKept(entry, kept);
        price.addTo(record, kept);
        window.set(entry, window.records(entry) + 1, kept);
    }

    private static UnsettledRecords records(WindowCells window) {
        return Objects.requireNonNull(window.unsettled());
    }
}
