package dev.weir.operators.gate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes the open cells of a window down and reads them back: unit, key, records, raw totals. */
final class CellCodec {

    private CellCodec() {}

    static void write(WindowCells cells, int aggregates, DataOutput out) throws IOException {
        int[] size = new int[1];
        cells.forEach((unit, key, entry) -> size[0]++);
        out.writeInt(size[0]);
        out.writeInt(aggregates);
        cells.forEach((unit, key, entry) -> {
            out.writeInt(unit);
            out.writeInt(key);
            out.writeLong(cells.records(entry));
            for (int i = 0; i < aggregates; i++) {
                out.writeLong(cells.raw(entry, i));
            }
        });
    }

    static void read(DataInput in, WindowCells cells) throws IOException {
        int size = in.readInt();
        long[] raw = new long[in.readInt()];
        for (int left = size; left > 0; left--) {
            int unit = in.readInt();
            int key = in.readInt();
            int records = (int) Math.min(Integer.MAX_VALUE, in.readLong());
            for (int i = 0; i < raw.length; i++) {
                raw[i] = in.readLong();
            }
            cells.set(cells.open(unit, key), records, raw);
        }
    }

    /** Passes over the cells of a query that has changed: they are dropped unreleased. */
    static void skip(DataInput in) throws IOException {
        int size = in.readInt();
        int aggregates = in.readInt();
        for (long left = (long) size * (Long.BYTES * (aggregates + 2L)); left > 0; left--) {
            in.readByte();
        }
    }
}
