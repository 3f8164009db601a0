package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.counters.Rejection;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How messages that have many schemas are read as records of a pipeline's own schema. */
public interface MessageSchemas {

    /** Finds the fields of a record that has one schema. */
    @FunctionalInterface
    interface Reader {

        /**
         * Finds the fields of a record.
         *
         * @param message the message
         * @param from the index behind the number of its schema
         * @param fields receives the fields
         * @return why the bytes are no record of the schema; null if they are one
         */
        @Nullable Rejection read(byte[] message, int from, Fields fields);
    }

    /** The tag under which fingerprints of queries have the places of fields. */
    int tag();

    /**
     * Returns what a field is in messages of any schema, by the pipeline's own one.
     *
     * @param field the dotted path of the field
     * @return an empty text if no record has the field
     */
    String place(String field);

    /**
     * Returns why messages of a schema cannot be read as records of the pipeline; no value if they can.
     *
     * @param text the schema, as the registry tells it: it may be anything
     * @param fields the fields that the pipeline reads; those that are none of its schema are not found in the record
     */
    Optional<String> misfit(String text, Collection<String> fields);

    /**
     * Returns the reader of messages of a schema.
     *
     * @param text the schema, of which {@link #misfit} says nothing
     * @param numbers the fields to find
     */
    Reader reader(String text, FieldNumbers numbers);
}
