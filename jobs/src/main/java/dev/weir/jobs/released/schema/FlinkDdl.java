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
 * Statements of Flink SQL that make a table of a topic. Of flat rows in JSON it is a table of Flink's own: the connector keeps the latest row of each
 * release id, all rows of an id have the same bytes, so a repeated row changes nothing. Rows in another form, which no format of Flink's reads, are read by
 * the format of Weir's jar of SQL, insert-only, as the catalog reads them.
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
        if (isPlain()) {
            lines.add("PRIMARY KEY (" + name(FlatTable.ID) + ") NOT ENFORCED");
        }
        return comment(table) + "CREATE TABLE " + name(table.name()) + " (\n  " + String.join(",\n  ", lines)
                + "\n) WITH (\n  " + options(table) + "\n);\n";
    }

    /** Returns lines for people: what the rows are, and what else the topic may hold. */
    private String comment(FlatTable table) {
        StringBuilder lines = new StringBuilder("-- ").append(table.comment()).append('\n');
        if (!isPlain()) {
            lines.append(
                    "-- needs weir-jobs and weir-sql in Flink's lib, and a row may come twice: sink.layout: flat with sink.format: json needs neither\n");
        }
        if (isPlain() && table.ids().size() == 1 && pipeline.plan().queries().size() > 1) {
            lines.append("-- the topic has rows of other queries too: WHERE STARTSWITH(")
                    .append(name(FlatTable.ID))
                    .append(", ")
                    .append(text(table.ids().get(0)))
                    .append(")\n");
        }
        return lines.toString();
    }

    private boolean isPlain() {
        return pipeline.sink().form().isFlatJson();
    }

    private String options(FlatTable table) {
        Source.Topic input = pipeline.source().kafka();
        String topic = table.name().equals(FlatTables.WITHHELD)
                ? pipeline.sink().withheld()
                : pipeline.sink().released();
        Map<String, String> options = isPlain() ? upsertOptions(topic) : ReleasedOptions.options(topic, table);
        options.put("properties.bootstrap.servers", input.brokers().isEmpty() ? UNKNOWN_BROKERS : input.brokers());
        return options.entrySet().stream()
                .map(option -> text(option.getKey()) + " = " + text(option.getValue()))
                .collect(Collectors.joining(",\n  "));
    }

    private static Map<String, String> upsertOptions(String topic) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "upsert-kafka");
        options.put("topic", topic);
        options.put("key.format", "raw");
        options.put("value.format", "json");
        options.put("value.json.timestamp-format.standard", "ISO-8601");
        return options;
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
