package dev.weir.operators.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;

/**
 * Rows that became part of one checkpoint together and are published together. They are kept as the bytes that every
 * checkpoint holds until the batch is published: written once, named by no class. The first number is the format's, so that
 * a later one can still read this one. Rows are read from the bytes when they are published: kept as objects they would take
 * more than twice the memory, which every garbage collection looks at.
 *
 * @param number counts batches from 1 on, without gaps, over the life of the state
 * @param checkpoint the checkpoint that closed it; 0 for one that was restored
 * @param bytes the batch as checkpoints hold it; nobody changes them
 */
record ReleaseBatch(long number, long checkpoint, byte[] bytes) {

    private static final int FORMAT = 1;
    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES;
    private static final PublishedRowSerializer ROWS = new PublishedRowSerializer();

    /** A batch that a checkpoint closes. */
    static ReleaseBatch of(long number, long checkpoint, OrderedRows rows) {
        return of(number, checkpoint, rows.gather(HEADER_BYTES), rows.size());
    }

    /** A batch without rows, of which only the number counts. */
    static ReleaseBatch empty(long number) {
        return of(number, 0, new byte[HEADER_BYTES], 0);
    }

    private static ReleaseBatch of(long number, long checkpoint, byte[] bytes, int rows) {
        ByteBuffer.wrap(bytes).putInt(FORMAT).putLong(number).putInt(rows);
        return new ReleaseBatch(number, checkpoint, bytes);
    }

    /** The batch that a checkpoint held; it belongs to no checkpoint of this attempt. */
    static ReleaseBatch restored(byte[] bytes) throws IOException {
        return new ReleaseBatch(header(bytes).readLong(), 0, bytes);
    }

    /** Whether it has no rows. None of them is decoded. */
    boolean isEmpty() throws IOException {
        return size(header(bytes)) == 0;
    }

    /** The rows, in {@link PublishedRow#PUBLIC_ORDER}. */
    List<PublishedRow> rows() throws IOException {
        DataInputDeserializer in = header(bytes);
        int size = size(in);
        List<PublishedRow> rows = new ArrayList<>(size);
        for (int left = size; left > 0; left--) {
            rows.add(ROWS.deserialize(in));
        }
        return rows;
    }

    private static int size(DataInputDeserializer header) throws IOException {
        header.skipBytesToRead(Long.BYTES);
        return header.readInt();
    }

    private static DataInputDeserializer header(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException("format of a pending batch must be " + FORMAT + ", was " + format);
        }
        return in;
    }

    /** Names the batch, never a row. */
    @Override
    public String toString() {
        return "batch " + number;
    }
}
