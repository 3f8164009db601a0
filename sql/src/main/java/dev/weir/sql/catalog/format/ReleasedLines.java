package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of released or withheld rows. Lines of other queries, versions and domains are skipped. A message that is not such a line
 * stops the job: to skip it could hide a row, and a reader's sums would be wrong without a word.
 */
final class ReleasedLines implements DeserializationSchema<RowData> {

    private static final long serialVersionUID = 1L;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final List<String> ids;
    private final List<Column> columns;
    private final TypeInformation<RowData> type;

    /**
     * A column that is read.
     *
     * @param name its name
     * @param path its place in a line
     * @param type its type
     */
    record Column(String name, LinePath path, LogicalType type) implements Serializable {}

    /**
     * Creates a reader of lines.
     *
     * @param ids the beginnings of the release ids of the rows that are read
     * @param columns the columns, in the order of the type
     * @param type the type of the rows
     */
    ReleasedLines(List<String> ids, List<Column> columns, TypeInformation<RowData> type) {
        this.ids = List.copyOf(ids);
        this.columns = List.copyOf(columns);
        this.type = type;
    }

    @Override
    public @Nullable RowData deserialize(byte @Nullable [] message) throws IOException {
        if (message == null) {
            return null;
        }
        JsonNode line = parsed(message);
        String id = line.path("release").textValue();
        if (id == null) {
            throw new IOException("a message of the topic must be the line of a row, with a release id; one has none");
        }
        return ids.stream().anyMatch(id::startsWith) ? row(line) : null;
    }

    private static JsonNode parsed(byte[] message) throws IOException {
        try {
            return JSON.readTree(message);
        } catch (JacksonException e) {
            // the cause would quote the message
            throw new IOException("a message of the topic must be the line of a row, in JSON; one is not");
        }
    }

    private RowData row(JsonNode line) throws IOException {
        GenericRowData row = new GenericRowData(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            try {
                row.setField(i, LineValues.of(column.path().in(line), column.type()));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IOException(
                        "column " + column.name() + " must hold "
                                + column.type().asSummaryString()
                                + ", and a row of the topic has something else: was the catalog made of another pipeline file?");
            }
        }
        return row;
    }

    @Override
    public boolean isEndOfStream(RowData row) {
        return false;
    }

    @Override
    public TypeInformation<RowData> getProducedType() {
        return type;
    }
}
