package dev.weir.sql.catalog.format;

import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.schema.AvroSchemas;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;

/** Reads single lines, for tests. */
public final class LineBench {

    private LineBench() {}

    /** Returns the row of a line; null if it is skipped. */
    public static @Nullable RowData read(FlatTable table, List<LogicalType> types, byte @Nullable [] line)
            throws IOException {
        List<ReleasedLines.Column> read = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            FlatColumn column = table.columns().get(i);
            read.add(new ReleasedLines.Column(column.name(), column.path(), types.get(i)));
        }
        RowForms forms = new RowForms(
                table.columns().stream().map(FlatColumn::name).toList(),
                AvroSchemas.of(table).toString());
        RowType type = RowType.of(types.toArray(LogicalType[]::new));
        return new ReleasedLines(table.ids(), read, forms, InternalTypeInfo.of(type)).deserialize(line);
    }
}
