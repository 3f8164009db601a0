package dev.weir.operators.publish;

import java.io.IOException;
import org.apache.flink.core.memory.DataOutputView;

/** How rows are written down while they wait, and where in the bytes of a row that is which orders it. */
interface RowEncoding {

    /** Writes a row behind what is there. */
    void write(PublishedRow row, DataOutputView out) throws IOException;

    /**
     * Where the query of a row stands, as the length of its name in UTF-8 and the name; the key stands behind it in the same way.
     *
     * @param bytes hold the row
     * @param row where it starts
     */
    int queryAt(byte[] bytes, int row);

    /**
     * The end of the window of a row, epoch milliseconds.
     *
     * @param bytes hold the row
     * @param row where it starts
     */
    long windowEnd(byte[] bytes, int row);
}
