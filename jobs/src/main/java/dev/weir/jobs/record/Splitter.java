package dev.weir.jobs.record;

import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/** Finds the fields of a record in its bytes. */
interface Splitter {

    /**
     * Writes the positions of a record's fields to {@code fields}, which must have been cleared.
     *
     * @param bytes valid UTF-8
     * @param fields receives the positions
     * @return the reason why the bytes are not a record of the format; null if they are one
     */
    @Nullable Rejection split(byte[] bytes, Fields fields);
}
