package dev.weir.operators.publish;

import java.io.IOException;
import org.apache.flink.core.memory.DataOutputView;

/** Rows as {@link PublishedRowSerializer} writes them, for jobs without a ledger. */
final class StateEncoding implements RowEncoding {

    /** The only one. */
    static final StateEncoding INSTANCE = new StateEncoding();

    private static final int WINDOW_END_AT = 2 + Long.BYTES;
    private static final int QUERY_AT = WINDOW_END_AT + Long.BYTES;
    private static final PublishedRowSerializer SERIALIZER = new PublishedRowSerializer();

    private StateEncoding() {}

    @Override
    public void write(PublishedRow row, DataOutputView out) throws IOException {
        SERIALIZER.serialize(row, out);
    }

    @Override
    public int queryAt(byte[] bytes, int row) {
        return row + QUERY_AT;
    }

    @Override
    public long windowEnd(byte[] bytes, int row) {
        return BigEndian.readLong(bytes, row + WINDOW_END_AT);
    }
}
