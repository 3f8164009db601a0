package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.jobs.released.FlatTable;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the forms of rows apart by their bytes, so that a topic is read whose pipeline has changed its form. Avro begins with two bytes
 * that neither JSON nor a text in UTF-8 begins with, or with a zero byte, JSON with a brace; a line of CSV begins with a time or a name.
 */
final class RowForms implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final List<String> names;
    private final String avroSchema;
    private transient @Nullable AvroRows avro;

    /**
     * Creates the forms of a table's rows.
     *
     * @param names the names of all columns of the table, in their order
     * @param avroSchema the schema of its rows in Avro
     */
    RowForms(List<String> names, String avroSchema) {
        this.names = List.copyOf(names);
        this.avroSchema = avroSchema;
    }

    /** The contents of a row. */
    interface Contents {

        /** Returns the release id of the row. */
        String id();

        /**
         * Returns the content of a column; a missing or null node if there is none.
         *
         * @param column the column
         * @throws IOException if the row has other columns than the table
         */
        JsonNode of(ReleasedLines.Column column) throws IOException;
    }

    /**
     * Returns the contents of a row.
     *
     * @param message the bytes of the row
     * @throws IOException if it is no row; no message quotes it
     */
    Contents read(byte[] message) throws IOException {
        if (AvroRows.begins(message)) {
            return avro().read(message);
        }
        String text = new String(message, StandardCharsets.UTF_8);
        return text.startsWith("{") ? json(text) : new CsvRow(CsvRow.cells(text), names);
    }

    private AvroRows avro() {
        AvroRows open = avro;
        if (open == null) {
            open = new AvroRows(names, avroSchema);
            avro = open;
        }
        return open;
    }

    private static Contents json(String text) throws IOException {
        JsonNode line = parsed(text);
        boolean isFlat = line.has(FlatTable.ID);
        JsonNode id = line.path(isFlat ? FlatTable.ID : "release");
        if (!id.isTextual()) {
            throw new IOException("a message of the topic must be a row, with a release id; one has none");
        }
        return new JsonRow(id.textValue(), line, isFlat);
    }

    /** Returns the content of a text of JSON. */
    static JsonNode parsed(String text) throws IOException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            // the cause would quote the message
            throw new IOException("a message of the topic must be a row, in JSON; one is not");
        }
    }

    private record JsonRow(String id, JsonNode line, boolean isFlat) implements Contents {

        @Override
        public JsonNode of(ReleasedLines.Column column) {
            return isFlat ? line.path(column.name()) : column.path().in(line);
        }
    }
}
