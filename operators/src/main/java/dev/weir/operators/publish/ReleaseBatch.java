package dev.weir.operators.publish;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.flink.core.memory.DataInputDeserializer;

/**
 * Rows that became part of one checkpoint together and are published together. They are kept as the bytes that every
 * checkpoint holds until the batch is published: written once, named by no class. The first number is the format's, so that
 * a later one can still read this one. Rows are read from the bytes when they are published: kept as objects they would take
 * more than twice the memory, which every garbage collection looks at.
 */
final class ReleaseBatch implements RowsSnapshot.Batch {

    private static final int FORMAT = 1;
    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES;
    private static final PublishedRowSerializer ROWS = new PublishedRowSerializer();

    private final long number;
    private final long checkpoint;
    private final Supplier<byte[]> bytes;

    private ReleaseBatch(long number, long checkpoint, Supplier<byte[]> bytes) {
        this.number = number;
        this.checkpoint = checkpoint;
        this.bytes = bytes;
    }

    /**
     * A batch that a checkpoint closes. Its bytes are put together by whoever asks for them first, which is the thread that
     * writes the checkpoint: putting a step's rows in order would hold up the stream at the barrier.
     *
     * @param rows in public order; asked once
     */
    static ReleaseBatch of(long number, long checkpoint, Supplier<OrderedRows> rows) {
        return new ReleaseBatch(number, checkpoint, new Once<>(() -> bytes(number, rows.get())));
    }

    private static byte[] bytes(long number, OrderedRows rows) {
        return withHeader(rows.gather(HEADER_BYTES), number, rows.size());
    }

    /** A batch without rows, of which only the number counts. */
    static ReleaseBatch empty(long number) {
        byte[] bytes = withHeader(new byte[HEADER_BYTES], number, 0);
        return new ReleaseBatch(number, 0, () -> bytes);
    }

    private static byte[] withHeader(byte[] bytes, long number, int rows) {
        ByteBuffer.wrap(bytes).putInt(FORMAT).putLong(number).putInt(rows);
        return bytes;
    }

    /** The batch that a checkpoint held; it belongs to no checkpoint of this attempt. */
    static ReleaseBatch restored(byte[] bytes) throws IOException {
        return new ReleaseBatch(header(bytes).readLong(), 0, () -> bytes);
    }

    /** Counts batches from 1 on, without gaps, over the life of the state. */
    long number() {
        return number;
    }

    /** The checkpoint that closed it; 0 for one that was restored. */
    long checkpoint() {
        return checkpoint;
    }

    @Override
    public byte[] bytes() {
        return bytes.get();
    }

    /** Whether it has no rows. None of them is decoded. */
    boolean isEmpty() throws IOException {
        return size(header(bytes())) == 0;
    }

    /** The rows, in {@link PublishedRow#PUBLIC_ORDER}. */
    List<PublishedRow> rows() throws IOException {
        DataInputDeserializer in = header(bytes());
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
