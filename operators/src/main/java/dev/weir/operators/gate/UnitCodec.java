package dev.weir.operators.gate;

import dev.weir.accountant.ledger.Quota;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.Succession;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Writes units down and reads them back, under the plan that they were written under or one that succeeds it. */
final class UnitCodec {

    private final int queries;
    private final Succession succession;

    UnitCodec(Plan plan, Succession succession) {
        this.queries = plan.queries().size();
        this.succession = succession;
    }

    static void write(Unit unit, DataOutput out) throws IOException {
        writeLongs(unit.spent, out);
        for (int query = 0; query < unit.cells.length; query++) {
            out.writeInt(unit.cells[query]);
            out.writeInt(unit.windows[query]);
        }
        out.writeInt(unit.open.size());
        for (Map.Entry<Unit.WindowId, Map<Integer, Unit.Cell>> window : unit.open.entrySet()) {
            out.writeInt(window.getKey().query());
            out.writeLong(window.getKey().end());
            writeCells(window.getValue(), out);
        }
    }

    private static void writeCells(Map<Integer, Unit.Cell> cells, DataOutput out) throws IOException {
        out.writeInt(cells.size());
        for (Map.Entry<Integer, Unit.Cell> entry : cells.entrySet()) {
            Unit.Cell cell = entry.getValue();
            out.writeInt(entry.getKey());
            out.writeInt(cell.records);
            out.writeInt(cell.raw.length);
            writeLongs(cell.raw, out);
            writeLongs(cell.emitted, out);
        }
    }

    Unit read(DataInput in) throws IOException {
        long[] spent = readLongs(succession.restoredQueries() * Quota.WORDS, in);
        Unit unit = new Unit(succession.carryOver(spent), new int[queries], new int[queries]);
        for (int query = 0; query < succession.restoredQueries(); query++) {
            int cells = in.readInt();
            int windows = in.readInt();
            int successor = succession.successor(query);
            if (successor != Succession.NONE) {
                unit.cells[successor] = cells;
                unit.windows[successor] = windows;
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            int successor = succession.successor(in.readInt());
            long end = in.readLong();
            Map<Integer, Unit.Cell> cells = readCells(in);
            if (successor != Succession.NONE) {
                unit.open.put(new Unit.WindowId(successor, end), cells);
            }
        }
        return unit;
    }

    private static Map<Integer, Unit.Cell> readCells(DataInput in) throws IOException {
        int size = in.readInt();
        Map<Integer, Unit.Cell> cells = new HashMap<>();
        for (int i = 0; i < size; i++) {
            int key = in.readInt();
            int records = in.readInt();
            int aggregates = in.readInt();
            cells.put(key, new Unit.Cell(records, readLongs(aggregates, in), readLongs(aggregates, in)));
        }
        return cells;
    }

    private static void writeLongs(long[] values, DataOutput out) throws IOException {
        for (long value : values) {
            out.writeLong(value);
        }
    }

    private static long[] readLongs(int length, DataInput in) throws IOException {
        long[] values = new long[length];
        for (int i = 0; i < length; i++) {
            values[i] = in.readLong();
        }
        return values;
    }
}
