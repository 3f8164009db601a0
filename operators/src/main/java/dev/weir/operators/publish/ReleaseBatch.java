package dev.weir.operators.publish;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Rows that became part of one checkpoint together and are published together. They are kept as the bytes that every
 * checkpoint holds until the batch is published: written once, named by no class. The first number is the format's, so that
 * a later one can still read this one. The rows themselves are kept too, because reading them again took a fifth of the time
 * of a release; a restored batch has none and reads them.
 *
 * @param number counts batches from 1 on, without gaps, over the life of the state
 * @param checkpoint the checkpoint that closed it; 0 for one that was restored
 * @param bytes the batch as checkpoints hold it; nobody changes them
 * @param written the rows that {@code bytes} were written from; null for a batch that was restored
 */
record ReleaseBatch(
        long number,
        long checkpoint,
        byte[] bytes,
        @Nullable List<PublishedRow> written) {

    private static final int FORMAT = 1;
    private static final int INITIAL_BYTES = 1 << 10;
    private static final PublishedRowSerializer ROWS = new PublishedRowSerializer();

    /**
     * A batch that a checkpoint closes.
     *
     * @param rows in {@link PublishedRow#PUBLIC_ORDER}; none if only the number counts; nobody changes them
     */
    static ReleaseBatch of(long number, long checkpoint, List<PublishedRow> rows) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        out.writeInt(FORMAT);
        out.writeLong(number);
        out.writeInt(rows.size());
        for (PublishedRow row : rows) {
            ROWS.serialize(row, out);
        }
        return new ReleaseBatch(number, checkpoint, out.getCopyOfBuffer(), rows);
    }

    /** The batch that a checkpoint held; it belongs to no checkpoint of this attempt. */
    static ReleaseBatch restored(byte[] bytes) throws IOException {
        return new ReleaseBatch(header(bytes).readLong(), 0, bytes, null);
    }

    /** Whether it has no rows. None of them is decoded. */
    boolean isEmpty() throws IOException {
        return size(header(bytes)) == 0;
    }

    /** The rows, in {@link PublishedRow#PUBLIC_ORDER}. */
    List<PublishedRow> rows() throws IOException {
        return written == null ? read() : written;
    }

    private List<PublishedRow> read() throws IOException {
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
