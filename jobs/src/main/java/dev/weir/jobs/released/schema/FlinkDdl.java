package dev.weir.jobs.released.schema;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.jobs.released.FlatType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Statements of Flink SQL that make a table of a topic of flat rows in JSON. The connector keeps the latest row of each release id.
 * All rows of an id have the same bytes, so a repeated row changes nothing.
 */
final class FlinkDdl {

    private static final String UNKNOWN_BROKERS = "localhost:9092";

    private final Pipeline pipeline;

    FlinkDdl(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    String text(List<FlatTable> tables) {
        return tables.stream().map(this::table).collect(Collectors.joining("\n"));
    }

    private String table(FlatTable table) {
        List<String> lines = new ArrayList<>();
        table.columns().forEach(column -> lines.add(column(column)));
        if (table.isOrdered()) {
            String end = name(FlatTable.WINDOW_END);
            lines.add("WATERMARK FOR " + end + " AS " + end + " - INTERVAL '0.001' SECOND");
        }
        lines.add("PRIMARY KEY (" + name(FlatTable.ID) + ") NOT ENFORCED");
        return comment(table) + "CREATE TABLE " + name(table.name()) + " (\n  " + String.join(",\n  ", lines)
                + "\n) WITH (\n  " + options(table) + "\n);\n";
    }

    /** Returns lines for people: what the rows are, and what else the topic may hold. */
    private String comment(FlatTable table) {
        StringBuilder lines = new StringBuilder("-- ").append(table.comment()).append('\n');
        if (!pipeline.sink().form().isFlatJson()) {
            lines.append("-- for a topic of sink.layout: flat, sink.format: json; this pipeline writes others\n");
        }
        if (table.ids().size() == 1 && pipeline.plan().queries().size() > 1) {
            lines.append("-- the topic has rows of other queries too: WHERE STARTSWITH(")
                    .append(name(FlatTable.ID))
                    .append(", ")
                    .append(text(table.ids().get(0)))
                    .append(")\n");
        }
        return lines.toString();
    }

    private String options(FlatTable table) {
        Source.Topic input = pipeline.source().kafka();
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "upsert-kafka");
        options.put(
                "topic",
                table.name().equals(FlatTables.WITHHELD)
                        ? pipeline.sink().withheld()
                        : pipeline.sink().released());
        options.put("properties.bootstrap.servers", input.brokers().isEmpty() ? UNKNOWN_BROKERS : input.brokers());
        options.put("key.format", "raw");
        options.put("value.format", "json");
        options.put("value.json.timestamp-format.standard", "ISO-8601");
        return options.entrySet().stream()
                .map(option -> text(option.getKey()) + " = " + text(option.getValue()))
                .collect(Collectors.joining(",\n  "));
    }

    private static String column(FlatColumn column) {
        return name(column.name()) + " " + type(column.type()) + (column.type().isRequired() ? " NOT NULL" : "");
    }

    private static String type(FlatType type) {
        return switch (type.kind()) {
            case TEXT -> "STRING";
            case TIME -> "TIMESTAMP_LTZ(3)";
            case LONG -> "BIGINT";
            case DOUBLE -> "DOUBLE";
            case DECIMAL -> "DECIMAL(" + FlatType.DIGITS + ", " + type.scale() + ")";
            case TRUTH -> "BOOLEAN";
            case LIST -> "ARRAY<" + type(type.elements()) + ">";
            case NUMBERS -> "MAP<STRING, DOUBLE>";
        };
    }

    private static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
