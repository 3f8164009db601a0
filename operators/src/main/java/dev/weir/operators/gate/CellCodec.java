package dev.weir.operators.gate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes the open cells of a window down and reads them back: unit, key, records, what the aggregates keep. */
final class CellCodec {

    private CellCodec() {}

    static void write(WindowCells cells, int keptWords, DataOutput out) throws IOException {
        int[] size = new int[1];
        cells.forEach((unit, key, entry) -> size[0]++);
        out.writeInt(size[0]);
        out.writeInt(keptWords);
        long[] kept = new long[keptWords];
        cells.forEach((unit, key, entry) -> {
            out.writeInt(unit);
            out.writeInt(key);
            out.writeLong(cells.records(entry));
            cells.copyKept(entry, kept);
            for (long word : kept) {
                out.writeLong(word);
            }
        });
    }

    static void read(DataInput in, WindowCells cells) throws IOException {
        int size = in.readInt();
        long[] kept = new long[in.readInt()];
        for (int left = size; left > 0; left--) {
            int unit = in.readInt();
            int key = in.readInt();
            int records = (int) Math.min(Integer.MAX_VALUE, in.readLong());
            for (int i = 0; i < kept.length; i++) {
                kept[i] = in.readLong();
            }
            cells.set(cells.open(unit, key), records, kept);
        }
    }

    /** Passes over the cells of a query that has changed: they are dropped unreleased. */
    static void skip(DataInput in) throws IOException {
        int size = in.readInt();
        int kept = in.readInt();
        for (long left = (long) size * (Long.BYTES * (kept + 2L)); left > 0; left--) {
            in.readByte();
        }
    }
}
