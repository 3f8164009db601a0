package dev.weir.operators.gate.unit;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.gate.cell.CellCodec;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.UnsettledRecords;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Reads what {@link TableView.Span} has written, under the same plan or a later one, in the present format of {@link UnitTable} or an earlier one. From format 6 on, tables hold the records of units that have been charged an
 * upper bound of their price. From format 5 on, cells of levels have no words and no nodes where charges do not depend on them. From format 4 on, nodes of levels have no cells where they follow from a unit's few base
 * cells; in earlier formats, each touched node has one.
 *
 * @param plan the present plan
 * @param layout the layout of a unit's entry under this plan
 * @param keys the numbers of keys, which all tables of a subtask share
 * @param cells where the cells that were read are put
 */
record SpanReader(Plan plan, UnitLayout layout, OpenKeys keys, OpenCells cells) {

    /** The first format that holds records whose price is not known yet. */
    private static final int UNSETTLED = 6;

    /** The first format in which cells of levels have no words and no nodes where charges do not depend on them. */
    private static final int LEAN_LEVELS = 5;

    /** Reads records of units that have been charged a bound. If their query does not go on, their units stay charged with it. The units themselves are read later. */
    void readUnsettled(DataInput in, int format, PlanMigration migration) throws IOException {
        for (int left = format < UNSETTLED ? 0 : in.readInt(); left > 0; left--) {
            int query = migration.target(in.readInt());
            long end = in.readLong();
            if (query == PlanMigration.NONE) {
                CellCodec.skip(in);
            } else {
                readUnsettled(in, query, end);
            }
        }
    }

    private void readUnsettled(DataInput in, int query, long end) throws IOException {
        IntUnaryOperator currentKeys = CellCodec.readNames(in, keys.of(query, end));
        UnsettledRecords records = cells.findOrCreate(query, end).unsettled();
        if (records == null) {
            throw new IOException("this query must charge the price of every record at once");
        }
        CellCodec.readUnsettled(in, records, layout.shape(query).baseCells(), currentKeys);
    }

    /** Reads the open cells. Those of queries that do not go on are left out. */
    void readCells(DataInput in, int format, PlanMigration migration) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            int query = migration.target(in.readInt());
            long end = in.readLong();
            if (query == PlanMigration.NONE) {
                CellCodec.skip(in);
            } else {
                readCells(in, query, cells.findOrCreate(query, end), format < LEAN_LEVELS);
            }
        }
    }

    private void readCells(DataInput in, int query, WindowCells window, boolean hasAllNodes) throws IOException {
        IntUnaryOperator currentKeys = CellCodec.readNames(in, keys.of(query, window.end()));
        int kept = layout.shape(query).kept();
        Optional<LevelShape> levels = plan.queries().get(query).query().keys().levels();
        if (hasAllNodes && kept == 0 && levels.isPresent()) {
            CellCodec.readBaseCells(in, window, levels.get().cells());
        } else {
            CellCodec.read(in, window, kept, currentKeys);
        }
    }
}
