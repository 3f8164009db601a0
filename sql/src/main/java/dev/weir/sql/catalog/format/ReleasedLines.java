package dev.weir.sql.catalog.format;

import dev.weir.jobs.released.LinePath;
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
 * Reads released or withheld rows, in all their forms. Rows of other queries, versions and domains are skipped. A message that is no such row
 * stops the job: to skip it could hide a row, and a reader's sums would be wrong without a word.
 */
final class ReleasedLines implements DeserializationSchema<RowData> {

    private static final long serialVersionUID = 1L;

    private final List<String> ids;
    private final List<Column> columns;
    private final RowForms forms;
    private final TypeInformation<RowData> type;

    /**
     * A column that is read.
     *
     * @param name its name
     * @param path its place in a nested line
     * @param type its type
     */
    record Column(String name, LinePath path, LogicalType type) implements Serializable {}

    /**
     * Creates a reader of lines.
     *
     * @param ids the beginnings of the release ids of the rows that are read
     * @param columns the columns, in the order of the type
     * @param forms the forms of rows
     * @param type the type of the rows
     */
    ReleasedLines(List<String> ids, List<Column> columns, RowForms forms, TypeInformation<RowData> type) {
        this.ids = List.copyOf(ids);
        this.columns = List.copyOf(columns);
        this.forms = forms;
        this.type = type;
    }

    @Override
    public @Nullable RowData deserialize(byte @Nullable [] message) throws IOException {
        if (message == null) {
            return null;
        }
        RowForms.Contents row = forms.read(message);
        return ids.stream().anyMatch(row.id()::startsWith) ? row(row) : null;
    }

    private RowData row(RowForms.Contents contents) throws IOException {
        GenericRowData row = new GenericRowData(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            try {
                row.setField(i, LineValues.of(contents.of(column), column.type()));
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
