package dev.weir.jobs.format;

import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/** Finds the fields of a record in its bytes. */
public interface Splitter {

    /**
     * Finds the fields of a record and sets them in {@code fields}, which must have been cleared.
     *
     * @param bytes the record, of any content
     * @param fields receives the fields; if the bytes are not a record, what it has received is not valid
     * @return why the bytes are not a record of the format; null if they are one
     */
    @Nullable Rejection split(byte[] bytes, Fields fields);

    /** What was asked of a schema registry, which is kept in state. */
    default ResolvedSchemas schemas() {
        return ResolvedSchemas.NONE;
    }
}
