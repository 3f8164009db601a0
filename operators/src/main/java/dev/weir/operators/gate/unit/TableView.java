package dev.weir.operators.gate.unit;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.gate.cell.CellCodec;
import dev.weir.operators.gate.cell.CellView;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.state.KeyGroupTable;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A {@link UnitTable} as it was at one moment. Records whose price is not known yet are written before the units, so that a later plan can book prices into the accounts of its units. Only units of queries that do not go on keep the bound.
 *
 * @param times the windows and periods that the table had closed by that moment
 * @param units writes the units
 * @param spans the open cells
 * @param unsettled the records of units that have been charged an upper bound of their price
 * @param closed becomes true when the view is closed
 */
record TableView(
        Times times, KeyGroupTable.Contents units, List<Span> spans, List<Span> unsettled, AtomicBoolean closed)
        implements KeyGroupTable.Contents {

    /**
     * The windows and periods that accept no more records.
     *
     * @param closedUpTo windows that end at or before this time are closed; epoch milliseconds
     * @param forgotten the last period whose units have been removed
     * @param closing the windows that adoptions have closed
     */
    record Times(long closedUpTo, long forgotten, Closing closing) {}

    /**
     * The cells of a window or series.
     *
     * @param cells the cells
     * @param keys the keys to which the key numbers in the cells refer
     * @param kept how many longs the aggregates keep of a cell
     */
    record Span(CellView cells, KeyNumbers keys, int kept) {

        private void write(DataOutput out) throws IOException {
            out.writeInt(cells.query());
            out.writeLong(cells.end());
            CellCodec.writeNames(cells, keys, out);
            CellCodec.write(cells, kept, out);
        }
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(times.closedUpTo);
        out.writeLong(times.forgotten);
        out.writeLong(times.closing.through());
        out.writeLong(times.closing.upTo());
        write(unsettled, out);
        units.write(out);
        write(spans, out);
    }

    private static void write(List<Span> spans, DataOutput out) throws IOException {
        out.writeInt(spans.size());
        for (Span span : spans) {
            span.write(out);
        }
    }

    @Override
    public void release() {
        closed.set(true);
    }
}
