package dev.weir.operators.gate;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Plan;
import dev.weir.operators.restore.ClosedCells;
import dev.weir.operators.restore.PlanMigration;
import dev.weir.operators.state.KeyGroupTable;
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
 * <p>Cells are kept until their span ends: {@link Window#spanEnd}. A unit is kept, cells included, from its first counted
 * record until every window, pane or step that meets its period is closed; a unit without a period is kept for ever.
 *
 * <p>Where a state is restored for the first time behind an adoption, what its units have contributed to series is dropped, and their
 * accounts stay: {@link ClosedCells}.
 *
 * <p>A snapshot of many units takes about a second to write, and most of them do not change meanwhile. So their rows are not
 * copied when one of them changes: rows are saved one by one ({@link RowView}), before a batch changes them. Cells in
 * {@link ScatteredCells} are copied.
 */
final class UnitTable extends KeyGroupTable {

    /** The third format says which adoptions have ended its series; the second knows of none. */
    private static final int FORMAT = 3;

    /** Tables of the first format are placed by another route: they would keep units of other groups. */
    private static final int OLDEST_FORMAT = 2;

    private final Plan plan;
    private final OpenKeys keys;
    private final RowLayout layout;
    private final UnitRows units;
    private final OpenCells cells;
    private final Overdrafts overdrafts = new Overdrafts();
    private final UnitCursor cursor;
    private final ClosedCells closed;

    /** Of each view that may be open, whether it is closed. */
    private final List<AtomicBoolean> openViews = new ArrayList<>(1);

    private long closedUpTo;
    /** The last period whose units have been forgotten. */
    private long forgotten = Long.MIN_VALUE;

    /**
     * A table without units.
     *
     * @param keys the numbers of keys, which all tables of a subtask share
     * @param closed the cells that are closed from the beginning
     */
    UnitTable(Plan plan, RowLayout layout, OpenKeys keys, ClosedCells closed) {
        super(OLDEST_FORMAT, FORMAT);
        this.plan = plan;
        this.keys = keys;
        this.layout = layout;
        this.units = new UnitRows(layout);
        this.cells = new OpenCells(layout);
        this.cursor = new UnitCursor(units, cells, plan.unit() != PrivacyUnit.EVENT);
        this.closed = closed;
        this.closedUpTo = closed.from();
    }

    /**
     * Whether a cell of a query is closed to the units of a period: its window has closed, an adoption has closed it, or the accounts
     * of the period have been forgotten. The last matters when the plan changes to windows that reach back into such a period.
     */
    boolean isClosed(int query, long windowEnd, long period) {
        return windowEnd <= closedUpTo || windowEnd <= closed.end(query) || period <= forgotten;
    }

    /** How many units are kept. */
    int size() {
        return units.size();
    }

    UnitCursor cursor() {
        return cursor;
    }

    UnitRows units() {
        return units;
    }

    OpenCells cells() {
        return cells;
    }

    /** Closes all windows that end at or before {@code time}, and forgets the units that no record can reach any more. */
    void close(long time) {
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

    /** Rows, ids and cells take new arrays here wherever a view holds theirs. */
    private void forgetUnits() {
        int[] moved = units.forget(period -> period <= forgotten);
        cells.renumber(moved);
        overdrafts.renumber(moved);
    }

    /** The first instant that an open window holds: all windows that meet a period before it are closed. */
    private long firstOpenInstant() {
        return plan.windows().stream()
                .mapToLong(window -> window.cellStart(closedUpTo))
                .min()
                .orElseThrow();
    }

    /**
     * Must be called before a batch of records passes the gate.
     *
     * @return whether a view is still to be written: then the row of a unit must be saved ({@link UnitRows#views}), and its cells
     *     ({@link WindowCells#save}), before a record of the unit changes them
     */
    boolean beginBatch() {
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

    /** What lies in rows is saved row by row instead: see {@link RowView}. */
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

    /** Drops what units have contributed to series: those that begin behind an adoption know of none. */
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
