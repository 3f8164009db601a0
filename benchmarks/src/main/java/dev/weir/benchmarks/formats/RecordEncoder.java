package dev.weir.benchmarks.formats;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Writes records that are given as the texts of their columns, in one format. For use by one thread. */
public interface RecordEncoder {

    /**
     * The fields of {@code source} in a pipeline file that reads the records.
     *
     * @param schemaFile the name of the file with the schema
     */
    String source(String schemaFile);

    /** The content of the file of the schema; empty for a format without one. */
    byte[] schema();

    /** The schema as a registry has it; no value for a format without one. */
    default Optional<Registry.Schema> registered() {
        return Optional.empty();
    }

    /**
     * Returns a record as one message of a topic has it.
     *
     * @param texts the texts of the columns, in order
     */
    byte[] message(String[] texts) throws IOException;

    /**
     * Begins a recording.
     *
     * @param out where the recording goes, which is closed with it
     */
    Recording recording(OutputStream out) throws IOException;

    /** A recording that is being written. */
    interface Recording extends AutoCloseable {

        /**
         * Adds a record.
         *
         * @param texts the texts of the columns, in order
         */
        void add(String[] texts) throws IOException;

        @Override
        void close() throws IOException;
    }
}
