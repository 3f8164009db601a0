package dev.weir.operators.gate.unit;

import dev.weir.operators.gate.cell.EntryView;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes the units of a view. Many units are written with one call of the output, because a checkpoint of ten million
 * units has at least 65 million words.
 */
final class UnitWriter {

    private static final int PIECE = 1 << 13;

    private final UnitLayout layout;
    private final UnitView units;
    private final DataOutput out;
    private final long[] slice;
    private final int unitBytes;
    private final ByteBuffer piece;

    UnitWriter(UnitLayout layout, UnitView units, DataOutput out) {
        this.layout = layout;
        this.units = units;
        this.out = out;
        this.slice = units.entries().newSlice();
        this.unitBytes = Integer.BYTES + 3 * Long.BYTES + layout.queries() * (2 * Long.BYTES + 2 * Integer.BYTES);
        this.piece = ByteBuffer.allocate(Math.max(PIECE, unitBytes));
    }

    /** Writes how many units there are, and then each unit. */
    void write() throws IOException {
        EntryView entries = units.entries();
        out.writeInt(entries.size());
        for (int first = 0; first < entries.size(); first += EntryView.SLICE) {
            int count = entries.read(first, slice);
            for (int i = 0; i < count; i++) {
                writeUnit(first + i, i * layout.words());
            }
        }
        flush();
    }

    private void writeUnit(int unit, int entry) throws IOException {
        if (piece.remaining() < unitBytes) {
            flush();
        }
        byte[] longId = units.longId(unit, slice, entry);
        piece.putInt(longId.length > 0 ? longId.length : UnitLayout.idLength(slice, entry));
        piece.putLong(slice[entry + UnitLayout.ID_HIGH]);
        piece.putLong(slice[entry + UnitLayout.ID_LOW]);
        if (longId.length > 0) {
            flush();
            out.write(longId);
        }
        piece.putLong(UnitLayout.period(slice, entry));
        for (int query = 0; query < layout.queries(); query++) {
            writeSpent(query, entry);
        }
    }

    private void writeSpent(int query, int entry) {
        int account = entry + layout.account(query);
        piece.putLong(layout.unitAccount(query).high(slice, account));
        piece.putLong(layout.unitAccount(query).low(slice, account));
        piece.putInt(layout.cells(query, slice, entry));
        piece.putInt(layout.windows(query, slice, entry));
    }

    private void flush() throws IOException {
        out.write(piece.array(), 0, piece.position());
        piece.clear();
    }
}
