package dev.weir.sql.catalog.format;

import java.io.IOException;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Reads single lines, for tests. */
public final class LineBench {

    private LineBench() {}

    /** A column. */
    public record Typed(String name, LinePath path, LogicalType type) {}

    /** Returns the row of a line; null if it is skipped. The places of the columns go the way of an option. */
    public static @Nullable RowData read(List<String> ids, List<Typed> columns, byte @Nullable [] line)
            throws IOException {
        List<ReleasedLines.Column> read = columns.stream()
                .map(column -> new ReleasedLines.Column(column.name(), column.path(), column.type()))
                .toList();
        RowType type = RowType.of(columns.stream().map(Typed::type).toArray(LogicalType[]::new));
        return new ReleasedLines(ids, read, InternalTypeInfo.of(type)).deserialize(line);
    }
}
