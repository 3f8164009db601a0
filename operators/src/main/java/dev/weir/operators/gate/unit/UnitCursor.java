package dev.weir.operators.gate.unit;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.EntryView;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Points to the entry of the unit whose record the gate decides on. Until a record of the unit is counted, the cursor points to an empty
 * entry outside of the table, so that a refused record leaves no trace. One instance serves all records of a table, one after the other.
 */
public final class UnitCursor {

    /** The number of a unit that the table does not contain. */
    static final int NOT_FOUND = -1;

    private final UnitEntries units;
    private final OpenCells cells;
    private final boolean keepsUnits;
    private final long[] empty;

    private long period;
    private int number;

    /**
     * Creates a cursor over the units of a table.
     *
     * @param keepsUnits whether units are kept at all; they are not if every record is a unit
     */
    UnitCursor(UnitEntries units, OpenCells cells, boolean keepsUnits) {
        this.units = units;
        this.cells = cells;
        this.keepsUnits = keepsUnits;
        this.empty = new long[units.stride()];
    }

    /**
     * Moves the cursor to a unit.
     *
     * @param unitPeriod the unit's period
     * @param unitNumber the unit's number in the table, as {@link #find} returns it
     */
    public void moveTo(long unitPeriod, int unitNumber) {
        period = unitPeriod;
        number = unitNumber;
    }

    /**
     * Returns the number of a record's unit in the table, or {@link #NOT_FOUND} if the table does not contain the unit. The cursor does not
     * move.
     *
     * @param record a record of the unit
     * @param unitPeriod the unit's period
     * @param hash the result of {@link UnitEntries#hash(AdmittedRecord, long)} for the unit
     */
    public int find(AdmittedRecord record, long unitPeriod, long hash) {
        return keepsUnits ? units.find(record, unitPeriod, hash) : NOT_FOUND;
    }

    /** The period of the unit. */
    public long period() {
        return period;
    }

    /** Whether the table contains the unit. */
    public boolean isFound() {
        return number != NOT_FOUND;
    }

    /** The unit's number in the table, or {@link #NOT_FOUND} if the table does not contain the unit. */
    public int number() {
        return number;
    }

    /** The array that contains the unit's entry. */
    public long[] words() {
        return isFound() ? units.words() : empty;
    }

    /** Where the entry starts in {@link #words}. */
    public int entry() {
        return isFound() ? units.at(number) : 0;
    }

    /**
     * Returns the cells of a window of a query, or null if the table does not contain the unit or no unit has contributed to the window.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     */
    public @Nullable WindowCells findCells(int query, long end) {
        return isFound() ? cells.find(query, end) : null;
    }

    /**
     * Returns the cells of a window of a query, and creates them if there are none.
     *
     * @param query the query's number in its plan
     * @param end when the window ends, epoch milliseconds
     */
    public WindowCells cells(int query, long end) {
        return cells.findOrCreate(query, end);
    }

    /**
     * Moves the unit from the empty entry into the table, unless the table already contains it or units are not kept. The gate calls this
     * method when a record of the unit has been charged.
     *
     * @param record a record of the unit
     */
    public void materialize(AdmittedRecord record) {
        if (number == NOT_FOUND) {
            if (keepsUnits) {
                number = units.insert(record, period);
                int accounts = UnitLayout.FIRST_ACCOUNT;
                System.arraycopy(empty, accounts, units.words(), entry() + accounts, empty.length - accounts);
            }
            Arrays.fill(empty, 0);
        }
    }

    /**
     * Settles all records of the unit for a query. From then on the unit has cells in the windows in which it had records.
     *
     * @param settlement that of the query
     * @return whether there were any
     */
    public boolean settle(Settlement settlement) {
        boolean[] isAny = new boolean[1];
        if (isFound()) {
            cells.forEach(settlement.query(), (end, window) -> isAny[0] |= settle(settlement, window));
        }
        return isAny[0];
    }

    /**
     * Settles the records of the unit in one window of a query. From then on the unit has cells there.
     *
     * @param settlement that of the query
     * @param window the window, in which the unit has records
     * @return whether there were any
     */
    public boolean settle(Settlement settlement, WindowCells window) {
        boolean isAny = Settlement.records(window).count(number) > 0;
        if (isAny) {
            units.views().save(number);
            window.save(number);
            EntryView.publish();
            settlement.lower(window, number, units.words(), entry());
            settlement.makeCells(window, number);
        }
        return isAny;
    }
}
