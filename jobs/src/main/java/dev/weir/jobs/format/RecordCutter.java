package dev.weir.jobs.format;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Cuts a recording into the records that it holds, one after the other. */
public interface RecordCutter extends AutoCloseable {

    /** Returns the bytes of the next record, as a message of a topic would hold them; null at the end of the recording. */
    byte @Nullable [] next() throws IOException;

    @Override
    void close() throws IOException;
}
