package dev.weir.operators.gate.cell;

import dev.weir.operators.gate.rule.UnsettledRecords;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Writes the open cells of a window and reads them back. First come the keys to which the key numbers in the cells
 * refer, in a section preceded by its length. Then come for each cell its unit, key, number of records and the words
 * that the aggregates keep. {@link UnsettledRecords} are written as cells without words, with their packed integers in place of the number of records.
 */
public final class CellCodec {

    private static final int INITIAL_BYTES = 64;

    private CellCodec() {}

    /**
     * Writes the keys to which the key numbers in the cells of a window refer.
     *
     * @param cells the cells whose keys are written
     * @param numbers the numbers of the query's keys in the window
     * @param out takes the length of the section, then the section
     * @throws IOException if {@code out} fails
     */
    public static void writeNames(CellView cells, KeyNumbers numbers, DataOutput out) throws IOException {
        DataOutputSerializer names = new DataOutputSerializer(INITIAL_BYTES);
        numbers.write(used -> cells.forEach((unit, key, entry) -> used.accept(key)), names);
        DataFields.writeSection(names, out);
    }

    /**
     * Reads the keys to which the key numbers in the cells of a window refer.
     *
     * @param in the input, at the start of what {@link #writeNames} has written
     * @param numbers the numbers of the query's keys in the restored table
     * @return the map from the key numbers in the written cells to the key numbers in the restored table
     * @throws IOException if {@code in} fails
     */
    public static IntUnaryOperator readNames(DataInput in, KeyNumbers numbers) throws IOException {
        return numbers.read(new DataInputDeserializer(DataFields.readBytes(in)));
    }

    /**
     * Writes the cells of a window.
     *
     * @param cells the cells to write
     * @param keptWords how many longs the aggregates keep of a cell
     * @param out takes the cells
     * @throws IOException if {@code out} fails
     */
    public static void write(CellView cells, int keptWords, DataOutput out) throws IOException {
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
            DataFields.writeWords(kept, 0, keptWords, out);
        });
    }

    /**
     * Reads the cells of a window.
     *
     * @param in the input, at the start of what {@link #write} has written
     * @param cells takes the cells, none of which may be open yet
     * @param keptWords how many longs the aggregates keep of a cell
     * @param currentKeys the map that {@link #readNames} has returned
     * @throws IOException if {@code in} fails, or if another number of longs was kept
     */
    public static void read(DataInput in, WindowCells cells, int keptWords, IntUnaryOperator currentKeys)
            throws IOException {
        int size = in.readInt();
        long[] kept = new long[in.readInt()];
        if (kept.length != keptWords) {
            throw new IOException("cells must keep " + keptWords + " words, were " + kept.length);
        }
        for (int left = size; left > 0; left--) {
            int unit = in.readInt();
            int key = currentKeys.applyAsInt(in.readInt());
            int records = readContent(in, kept);
            cells.set(cells.open(unit, key), records, kept);
        }
    }

    /**
     * Reads the cells of a window of a query with levels of which nothing is kept any more but how many records there are. Words that were kept are left out, and so are the
     * cells of nodes.
     *
     * @param in the input, at the start of what {@link #write} has written
     * @param cells takes the base cells, none of which may be open yet
     * @param baseCells how many base cells there are; cells of nodes have higher numbers
     * @throws IOException if {@code in} fails
     */
    public static void readBaseCells(DataInput in, WindowCells cells, long baseCells) throws IOException {
        int size = in.readInt();
        long[] kept = new long[in.readInt()];
        for (int left = size; left > 0; left--) {
            int unit = in.readInt();
            int key = in.readInt();
            int records = readContent(in, kept);
            if (key < baseCells) {
                cells.set(cells.open(unit, key), records, new long[0]);
            }
        }
    }

    /**
     * Reads the {@link UnsettledRecords} of a window.
     *
     * @param in the input, at the start of what {@link #write} has written of their view
     * @param records takes the records
     * @param baseCells how many base cells there are
     * @param currentKeys the map that {@link #readNames} has returned
     * @throws IOException if {@code in} fails, or if a record is none of this query
     * @throws IllegalStateException if a unit has too many records
     */
    public static void readUnsettled(
            DataInput in, UnsettledRecords records, int baseCells, IntUnaryOperator currentKeys) throws IOException {
        int size = in.readInt();
        boolean fits = in.readInt() == 0;
        for (int left = size; left > 0 && fits; left--) {
            int unit = in.readInt();
            int key = currentKeys.applyAsInt(in.readInt());
            long packed = in.readLong();
            fits = unit >= 0 && key >= 0 && key < baseCells && packed >= 0 && packed <= Integer.MAX_VALUE;
            if (fits) {
                records.add(unit, key, (int) packed);
            }
        }
        if (!fits) {
            throw new IOException("records that are not settled must be of this query");
        }
    }

    private static int readContent(DataInput in, long[] kept) throws IOException {
        int records = (int) Math.min(Integer.MAX_VALUE, in.readLong());
        DataFields.readWords(in, kept, 0, kept.length);
        return records;
    }

    /**
     * Skips the keys and cells of a query that has changed. These cells are dropped without being released.
     *
     * @param in the input, at the start of what {@link #writeNames} has written
     * @throws IOException if {@code in} fails
     */
    public static void skip(DataInput in) throws IOException {
        skip(in, in.readInt());
        int size = in.readInt();
        int kept = in.readInt();
        skip(in, (long) size * (Long.BYTES * (kept + 2L)));
    }

    private static void skip(DataInput in, long bytes) throws IOException {
        for (long left = bytes; left > 0; left--) {
            in.readByte();
        }
    }
}
