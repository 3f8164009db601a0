package dev.weir.jobs.released.schema;

import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import java.util.List;
import java.util.stream.Collectors;

/** Statements of ClickHouse that make a table for flat rows. The engine keeps one row of each release id. */
final class ClickHouseDdl {

    private ClickHouseDdl() {}

    static String text(List<FlatTable> tables) {
        return tables.stream().map(ClickHouseDdl::table).collect(Collectors.joining("\n"));
    }

    private static String table(FlatTable table) {
        String columns = table.columns().stream().map(ClickHouseDdl::column).collect(Collectors.joining(",\n  "));
        return "-- " + table.comment() + "\nCREATE TABLE " + name(table.name()) + " (\n  " + columns
                + "\n) ENGINE = ReplacingMergeTree ORDER BY " + name(FlatTable.ID) + ";\n";
    }

    /** Lists and maps cannot be null there: rows without them have empty ones. */
    private static String column(FlatColumn column) {
        FlatType type = column.type();
        return name(column.name()) + " " + (type.isRequired() ? type(type) : nullable(type));
    }

    private static String nullable(FlatType type) {
        boolean isComposite = type.kind() == FlatType.Kind.LIST || type.kind() == FlatType.Kind.NUMBERS;
        return isComposite ? type(type) : "Nullable(" + type(type) + ")";
    }

    private static String type(FlatType type) {
        return switch (type.kind()) {
            case TEXT -> "String";
            case TIME -> "DateTime64(3, 'UTC')";
            case LONG -> "Int64";
            case DOUBLE -> "Float64";
            case DECIMAL -> "Decimal(" + FlatType.DIGITS + ", " + type.scale() + ")";
            case TRUTH -> "Bool";
            case LIST -> "Array(" + nullable(type.elements()) + ")";
            case NUMBERS -> "Map(String, Nullable(Float64))";
        };
    }

    private static String name(String name) {
        return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
    }
}
