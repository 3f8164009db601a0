package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.counters.Rejection;
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

    /**
     * Whether messages of a schema can be read, and how.
     *
     * @param reader the reader of messages, for which all are {@code SCHEMA} if they cannot be read
     * @param misfit why they cannot be read; no value if they can
     */
    record Verdict(Reader reader, Optional<String> misfit) {

        /**
         * Messages of the schema can be read.
         *
         * @param reader reads them
         */
        public static Verdict fit(Reader reader) {
            return new Verdict(reader, Optional.empty());
        }

        /**
         * Messages of the schema cannot be read.
         *
         * @param why what is wrong with the schema, as the rest of a sentence that quotes nothing of the schema
         */
        public static Verdict misfit(String why) {
            return new Verdict((message, from, fields) -> Rejection.SCHEMA, Optional.of(why));
        }
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
     * Judges a schema, and makes its reader. It may throw what it likes.
     *
     * @param text the schema, as the registry tells it: it may be anything
     * @param numbers the fields that the pipeline reads; those that are none of its schema are not found in the record
     */
    Verdict judge(String text, FieldNumbers numbers);

    /**
     * Judges a schema. A schema for which the judge fails is a misfit: thrown on the path of records it would stop the job at each restart.
     *
     * @param text the schema, as the registry tells it: it may be anything
     * @param numbers the fields that the pipeline reads
     */
    default Verdict verdict(String text, FieldNumbers numbers) {
        try {
            return judge(text, numbers);
        } catch (RuntimeException | StackOverflowError e) {
            // libraries have exceptions of many kinds, and their messages quote the text
            return Verdict.misfit("cannot be read");
        }
    }
}
