package dev.weir.jobs.record;

import dev.weir.jobs.config.MessageFields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.ResolvedSchemas;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Decodes the bytes of a pipeline's records. Decoding never fails and is deterministic. */
@FunctionalInterface
public interface PayloadReader extends Serializable {

    /**
     * Decodes a record. Sets the event time if it can be read, then either a rejection, or the unit and what each query
     * takes.
     *
     * @param bytes the record, of any size
     * @param outside the values of the fields of the record's message, in the order of {@link MessageFields#of}; an
     *     element is null if the message lacks the field. The array is null if all fields are read from the record
     * @param decoded receives the results; must have been cleared
     */
    void read(byte[] bytes, byte @Nullable [] @Nullable [] outside, DecodedRecord decoded);

    /**
     * Decodes a record without message fields. Where every record is a unit, the caller must set the unit.
     *
     * @param bytes the record, of any size
     * @param decoded receives the results; must have been cleared
     */
    default void read(byte[] bytes, DecodedRecord decoded) {
        read(bytes, null, decoded);
    }

    /** What was asked of a schema registry, which is kept in state. */
    default ResolvedSchemas schemas() {
        return ResolvedSchemas.NONE;
    }
}
