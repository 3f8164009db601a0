package dev.weir.operators.gate.unit;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.gate.cell.CellCodec;
import dev.weir.operators.gate.cell.CellView;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.keys.KeyNumbers;
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
import java.util.function.IntUnaryOperator;

/**
 * The units of one key group, their open cells, and the time up to which windows are closed for good.
 *
 * <p>Cells are kept until their span ends: {@link Window#spanEnd}. A unit is kept, cells included, from its first
 * counted record until every window, pane or step that meets its period is closed; a unit without a period is kept for
 * ever.
 *
 * <p>When a state is restored for the first time after an adoption, the contributions of its units to series are
 * dropped, and their accounts stay: {@link ClosedCells}.
 *
 * <p>A snapshot of many units takes about a second to write, and most of them do not change meanwhile. So their entries are not
 * copied when one of them changes: entries are saved one by one ({@link dev.weir.operators.gate.cell.EntryView}), before a batch changes
 * them. Cells of queries that let a unit contribute to many keys are copied.
 */
public final class UnitTable extends KeyGroupTable {

    /** The format of tables. The third one says which adoptions have ended the table's series; the second does not. */
    private static final int FORMAT = 3;

    /**
     * The oldest format that can be read. Tables of the first format are assigned by another route: they would contain
     * units of other groups.
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

    /** For each view that may be open, whether it is closed. */
    private final List<AtomicBoolean> openViews = new ArrayList<>(1);

    private long closedUpTo;
    /** The last period whose units have been forgotten. */
    private long forgotten = Long.MIN_VALUE;

    /**
     * A table without units.
     *
     * @param plan the plan with the queries and the privacy unit
     * @param layout where a unit's words lie in its entry
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
        this.cursor = new UnitCursor(units, cells, plan.unit() != PrivacyUnit.EVENT);
        this.closed = closed;
        this.closedUpTo = closed.from();
    }

    /**
     * Whether a cell of a query is closed to the units of a period: its window has closed, an adoption has closed it,
     * or the accounts of the period have been forgotten. The third case occurs if a changed plan has windows that reach
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

    /** Stands on one unit after the other, for all records that pass the gate. */
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
     * Closes windows, and forgets the units that no record can reach any more.
     *
     * @param time all windows that end at or before it are closed; epoch milliseconds
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
            cells.close(query, end -> end <= closedUpTo);
        }
    }

    /** Entries, ids and cells move to new arrays if a view may hold the present ones. */
    private void forgetUnits() {
        int[] moved = units.forget(period -> period <= forgotten);
        cells.renumber(moved);
        overdrafts.renumber(moved);
    }

    /**
     * The earliest start of an open cell, epoch milliseconds. Records of periods that end by then reach no open cell.
     */
    private long firstOpenInstant() {
        return plan.windows().stream()
                .mapToLong(window -> window.cellStart(closedUpTo))
                .min()
                .orElseThrow();
    }

    /**
     * Prepares for a batch of records; must be called before the batch passes the gate.
     *
     * @return whether a view is still to be written: then the entry of a unit must be saved ({@link UnitEntries#views}), and its cells
     *     ({@link dev.weir.operators.gate.cell.WindowCells#save}), before a record of the unit changes them
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

    /** What lies in entries is saved entry by entry instead: see {@link dev.weir.operators.gate.cell.EntryView}. */
    @Override
    protected void copyArrays() {
        cells.copyArrays();
    }

    @Override
    protected Contents contents() {
        AtomicBoolean viewClosed = new AtomicBoolean();
        List<TableView.Span> spans =
                cells.views(viewClosed).stream().map(this::span).toList();
        UnitCodec codec = new UnitCodec(layout, overdrafts.view());
        UnitView viewed = units.view(viewClosed);
        openViews.removeIf(AtomicBoolean::get);
        openViews.add(viewClosed);
        TableView.Times times = new TableView.Times(closedUpTo, forgotten, closed.closing());
        return new TableView(times, out -> codec.write(viewed, out), spans, viewClosed);
    }

    private TableView.Span span(CellView window) {
        KeyNumbers names = keys.of(window.query(), window.end());
        return new TableView.Span(window, names, layout.shape(window.query()).kept());
    }

    @Override
    public void read(DataInput in, int format, PlanMigration migration) throws IOException {
        closedUpTo = in.readLong();
        forgotten = in.readLong();
        Closing applied = format == OLDEST_FORMAT ? Closing.NOTHING : new Closing(in.readLong(), in.readLong());
        new UnitCodec(layout, overdrafts).read(in, units, migration);
        for (int left = in.readInt(); left > 0; left--) {
            readCells(in, migration.target(in.readInt()), in.readLong());
        }
        if (closed.isEndedBy(applied)) {
            endSeries();
        }
    }

    /** Drops the contributions of units to series: series that begin after an adoption do not include them. */
    private void endSeries() {
        for (int query = 0; query < plan.queries().size(); query++) {
            if (plan.windows().get(query).sharesNoise()) {
                cells.close(query, end -> true);
            }
        }
    }

    private void readCells(DataInput in, int query, long end) throws IOException {
        if (query == PlanMigration.NONE) {
            CellCodec.skip(in);
        } else {
            IntUnaryOperator currentKeys = CellCodec.readNames(in, keys.of(query, end));
            CellCodec.read(in, cells.findOrCreate(query, end), currentKeys);
        }
    }
}
