package dev.weir.operators.gate.unit;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.gate.cell.CellView;
import dev.weir.operators.gate.cell.EntryView;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.UnsettledRecords;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.PlanMigration;
import dev.weir.operators.time.Window;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The units of one key group, their open cells, and the time up to which windows are permanently closed.
 *
 * <p>Cells are kept until their span ends ({@link Window#spanEnd}). A unit and its cells are kept from its first counted record until every
 * window, pane or step that overlaps its period is closed. A unit without a period is never removed.
 *
 * <p>When a state is restored for the first time after an adoption, the contributions of its units to series are dropped, and their
 * accounts are kept: {@link ClosedCells}.
 *
 * <p>Writing a snapshot of many units takes long, and most units do not change during this time. Therefore the array of entries is not
 * copied when an entry changes. Instead, entries are saved one by one before a batch changes them ({@link
 * dev.weir.operators.gate.cell.EntryView}). Cells of queries that let a unit contribute to many keys are copied, as are those of units with many base cells below levels.
 */
public final class UnitTable extends KeyGroupTable {

    /**
     * The format in which tables are written. Tables from format 3 on state which adoptions have ended their series. {@link SpanReader} says what later formats have changed.
     */
    private static final int FORMAT = 6;

    /**
     * The oldest format that can be read. Tables of format 1 were assigned to key groups by another route, so they would contain units of
     * other groups.
     */
    private static final int OLDEST_FORMAT = 2;

    private final Plan plan;
    private final OpenKeys keys;
    private final UnitLayout layout;
    private final UnitEntries units;
    private final OpenCells cells;
    private final Overdrafts overdrafts = new Overdrafts();
    private final UnitCursor cursor;
    private final ClosedCells closed;

    /** The flags of the views that may be open. A flag becomes true when its view is closed. */
    private final List<AtomicBoolean> openViews = new ArrayList<>(1);

    private long closedUpTo;
    /** The last period whose units have been removed. */
    private long forgotten = Long.MIN_VALUE;

    /**
     * Creates a table without units.
     *
     * @param plan the plan with the queries and the privacy unit
     * @param layout the layout of a unit's entry
     * @param keys the numbers of keys, which all tables of a subtask share
     * @param closed the cells that are closed from the beginning
     */
    public UnitTable(Plan plan, UnitLayout layout, OpenKeys keys, ClosedCells closed) {
        super(OLDEST_FORMAT, FORMAT);
        this.plan = plan;
        this.keys = keys;
        this.layout = layout;
        this.units = new UnitEntries(layout);
        this.cells = new OpenCells(layout.shapes());
        this.cursor = new UnitCursor(units, cells, !plan.unit().isEvent());
        this.closed = closed;
        this.closedUpTo = closed.from();
    }

    /**
     * Whether a cell of a query accepts no more records of the units of a period. There are three cases: its window has closed, an adoption
     * has closed the cell, or the accounts of the period have been removed. The third case occurs if a changed plan has windows that reach
     * back into such a period.
     *
     * @param query the query's number in its plan
     * @param windowEnd when the cell's window ends, epoch milliseconds
     * @param period the period of the units
     */
    public boolean isClosed(int query, long windowEnd, long period) {
        return windowEnd <= closedUpTo || windowEnd <= closed.end(query) || period <= forgotten;
    }

    /** How many units are kept. */
    public int size() {
        return units.size();
    }

    /** The cursor. It points to the units of all records that pass the gate, one after the other. */
    public UnitCursor cursor() {
        return cursor;
    }

    /** The units, without their cells. */
    public UnitEntries units() {
        return units;
    }

    /** The open cells of the units. */
    public OpenCells cells() {
        return cells;
    }

    /**
     * Closes windows, and removes the units to which no open window can bring a record any more.
     *
     * @param time all windows that end at or before this time are closed; epoch milliseconds
     */
    public void close(long time) {
        if (time <= closedUpTo) {
            return;
        }
        closedUpTo = time;
        closeCells();
        if (plan.unit().isPeriodic()) {
            forgotten = Math.max(forgotten, plan.unit().period(firstOpenInstant()) - 1);
            if (units.oldestPeriod() <= forgotten) {
                forgetUnits();
            }
        }
    }

    private void closeCells() {
        for (int query = 0; query < plan.queries().size(); query++) {
            Settlement settlement = layout.settlement(query);
            if (settlement != null) {
                cells.forEach(query, (end, window) -> {
                    if (end <= closedUpTo) {
                        lowerAccounts(settlement, window);
                    }
                });
            }
            cells.close(query, end -> end <= closedUpTo);
        }
    }

    /** Lowers the accounts of all units with records in a window that has ended to the price of these. */
    private void lowerAccounts(Settlement settlement, WindowCells window) {
        UnsettledRecords records = Settlement.records(window);
        records.forEachUnit(units.views()::save);
        EntryView.publish();
        records.forEachUnit(unit -> settlement.lower(window, unit, units.words(), units.at(unit)));
    }

    /**
     * Removes the units of forgotten periods. Entries, ids and cells are moved to new arrays if a view may still use the present arrays.
     */
    private void forgetUnits() {
        int[] moved = units.forget(period -> period <= forgotten);
        cells.renumber(moved);
        overdrafts.renumber(moved);
    }

    /**
     * The earliest start of an open cell, epoch milliseconds. Records of periods that end at or before this time belong to no open cell.
     */
    private long firstOpenInstant() {
        return plan.windows().stream()
                .mapToLong(window -> window.cellStart(closedUpTo))
                .min()
                .orElseThrow();
    }

    /**
     * Prepares for a batch of records. This method must be called before the batch passes the gate.
     *
     * @return whether a view is still being written; if so, the entry of a unit ({@link UnitEntries#views}) and its cells ({@link
     *     dev.weir.operators.gate.cell.WindowCells#save}) must be saved before a record of the unit changes them
     */
    public boolean beginBatch() {
        beforeChange();
        return !openViews.isEmpty() && hasOpenView();
    }

    private boolean hasOpenView() {
        openViews.removeIf(AtomicBoolean::get);
        if (openViews.isEmpty()) {
            units.views().leave();
            cells.leaveViews();
        }
        return !openViews.isEmpty();
    }

    /**
     * Copies the arrays of cells. Arrays of entries are not copied, because they are saved entry by entry ({@link
     * dev.weir.operators.gate.cell.EntryView}).
     */
    @Override
    protected void copyArrays() {
        cells.copyArrays();
    }

    @Override
    protected Contents contents() {
        AtomicBoolean viewClosed = new AtomicBoolean();
        List<TableView.Span> spans = cells.views(viewClosed).stream()
                .map(window -> span(window, layout.shape(window.query()).kept()))
                .toList();
        List<TableView.Span> unsettled = cells.unsettledViews(viewClosed).stream()
                .map(window -> span(window, 0))
                .toList();
        UnitCodec codec = new UnitCodec(layout, overdrafts.view());
        UnitView viewed = units.view(viewClosed);
        openViews.removeIf(AtomicBoolean::get);
        openViews.add(viewClosed);
        TableView.Times times = new TableView.Times(closedUpTo, forgotten, closed.closing());
        return new TableView(times, out -> codec.write(viewed, out), spans, unsettled, viewClosed);
    }

    private TableView.Span span(CellView window, int kept) {
        return new TableView.Span(window, keys.of(window.query(), window.end()).view(), kept);
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        closedUpTo = in.readLong();
        forgotten = in.readLong();
        Closing applied = format == OLDEST_FORMAT ? Closing.NOTHING : new Closing(in.readLong(), in.readLong());
        SpanReader spans = new SpanReader(plan, layout, keys, cells);
        spans.readUnsettled(in, format, migration);
        new UnitCodec(layout, overdrafts).read(in, units, cells, migration);
        spans.readCells(in, format, migration);
        if (closed.isEndedBy(applied)) {
            endSeries();
        }
    }

    /** Drops the contributions of units to series, because series that begin after an adoption do not include them. */
    private void endSeries() {
        for (int query = 0; query < plan.queries().size(); query++) {
            if (plan.windows().get(query).sharesNoise()) {
                cells.close(query, end -> true);
            }
        }
    }
}
