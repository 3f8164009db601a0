package dev.weir.jobs.format;

import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.time.text.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The format of a source's records, with its settings in the pipeline file. A new format is a new implementation of this
 * interface and a {@link FormatKind} in the list of {@code FormatKinds}.
 */
public interface RecordFormat extends Serializable {

    /** The value of {@code source.format} that names this format. */
    String word();

    /**
     * The names of the columns, in order, if a field is found only by the position of its column. Empty if records name their
     * fields, or if the columns are not known yet, because the first line of a recording names them.
     */
    default List<String> columns() {
        return List.of();
    }

    /**
     * Returns the place of a field in a record, which state and ledger keep with the name of the field, so that another place under the
     * same name does not go unnoticed.
     *
     * @param field the name of the field
     * @return a word or two, such as {@code column 2}; no value if records name their fields, or if the place is not known
     */
    default Optional<String> place(String field) {
        return Optional.empty();
    }

    /**
     * Returns what is wrong with the schema of this format, because a pipeline reads fields that it does not have, or that are no scalars:
     * each a rule for the setting {@code source.schema-file}.
     *
     * @param fields the names of the fields of a record that the pipeline reads
     */
    default List<String> problems(Stream<String> fields) {
        return List.of();
    }

    /**
     * Returns what is wrong with how times are said to be written, because records of this format have them in another way.
     *
     * @param field the field with the event time
     * @param times how times are said to be written
     * @return a rule for the setting {@code source.time-format}; no value if nothing is wrong
     */
    default Optional<String> timeProblem(String field, TimeFormat times) {
        return Optional.empty();
    }

    /** The longest time for which a record waits, and its task and the clock of its task with it, for what the format needs from elsewhere. */
    default Duration patience() {
        return Duration.ZERO;
    }

    /** Returns who else must be trusted, because what a record means comes from elsewhere; one phrase each, for cards. */
    default List<String> trusted() {
        return List.of();
    }

    /** Returns a format of texts whose records have the same fields, for records that are made up: this format, if it is one. */
    Text text();

    /**
     * Returns this format with other columns; returns it unchanged if records name their fields.
     *
     * @param names the names of the columns, in order; empty if they are not known yet
     */
    default RecordFormat withColumns(List<String> names) {
        return this;
    }

    /**
     * Returns how the first line of a recording names the columns.
     *
     * @return the delimiter of the names; no value if a recording begins with a record
     */
    default Optional<Delimiter> header() {
        return Optional.empty();
    }

    /**
     * Asks what this format needs from elsewhere, before a job starts.
     *
     * @param fields the names of the fields of a record that the pipeline reads
     * @return warnings, one line each
     * @throws dev.weir.jobs.failure.CommandFailure if the job must not start
     */
    default List<String> check(Collection<String> fields) throws InterruptedException {
        return List.of();
    }

    /**
     * Adds to the fingerprint of what a query reads the settings of this format that decide, together with the names of fields,
     * where the fields are found.
     *
     * @param fingerprint the fingerprint, of which a format may use the tags from 5 on
     * @param fields the names of the fields that the query reads
     */
    default void identify(TaggedFields fingerprint, Stream<String> fields) {}

    /**
     * A new splitter of records, for one thread.
     *
     * @param numbers the numbers of the fields to find
     */
    Splitter splitter(FieldNumbers numbers);

    /**
     * Returns a cutter of a recording into records. If the first line names the columns ({@link #header}), the cutter returns
     * this line first, like a record. By default every line is a record.
     *
     * @param in the recording, decompressed and without a byte order mark
     * @param largest the largest size of a record in bytes; of a longer record the cutter returns {@code largest + 1} bytes, so
     *     that it is seen to be too long
     */
    default RecordCutter cutter(InputStream in, int largest) throws IOException {
        return new LineReader(in, largest);
    }

    /** Returns what is probably wrong if records are malformed, and what to check, as a part of a message. */
    String malformed();

    /** A format whose records are texts, so that records can be made up. */
    interface Text extends RecordFormat {

        @Override
        default Text text() {
            return this;
        }

        /**
         * Writes a record, the inverse of {@link #splitter}.
         *
         * @param values the values of the fields by their names; fields that are not among them are left empty or out
         * @return the record without an end of line
         */
        String write(Map<String, String> values);
    }
}
