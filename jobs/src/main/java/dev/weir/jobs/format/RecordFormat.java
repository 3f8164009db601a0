package dev.weir.jobs.format;

import dev.weir.operators.encoding.TaggedFields;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The format of a source's records, with all that a pipeline file says of it. A new format is a variant of this and of {@link FormatKind}. */
public interface RecordFormat extends Serializable {

    /** The word of the format in a pipeline file. */
    String word();

    /**
     * The names of the columns, in order, where the place of a column is all that tells which field a record has there; else empty, also
     * where a recording will name them.
     */
    default List<String> columns() {
        return List.of();
    }

    /**
     * This format with the columns of a recording.
     *
     * @param names the names in order, or none
     */
    default RecordFormat withColumns(List<String> names) {
        return this;
    }

    /**
     * How the first line of a recording names the columns; empty where a recording begins with a record.
     *
     * @return the sign that separates the names
     */
    default Optional<Delimiter> header() {
        return Optional.empty();
    }

    /**
     * Adds what determines where fields are found, besides their names, to the fingerprint of what a query reads.
     *
     * @param fingerprint takes tags from 5 on
     * @param fields the names of the fields that the query reads
     */
    default void identify(TaggedFields fingerprint, Stream<String> fields) {}

    /**
     * A new splitter of records, for one thread.
     *
     * @param numbers the numbers of the fields that are looked for
     */
    Splitter splitter(FieldNumbers numbers);

    /**
     * Cuts a recording into records; for formats whose first line names columns that line comes first. By default a record is a line.
     *
     * @param in the recording, not compressed
     * @param largest the largest size of a record; of a longer one one byte more than this is passed on
     */
    default RecordCutter cutter(InputStream in, int largest) throws IOException {
        return new LineReader(in, largest);
    }

    /** The likely fault of records that are malformed, and what to check. */
    String malformed();
}
