package dev.weir.jobs.format;

import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/** Finds the fields of a record in its bytes. */
public interface Splitter {

    /**
     * Writes the positions of a record's fields to {@code fields}, which must have been cleared.
     *
     * @param bytes the record, of any content
     * @param fields takes where the fields lie in the bytes
     * @return why the bytes are not a record of the format, or nothing
     */
    @Nullable Rejection split(byte[] bytes, Fields fields);
}
