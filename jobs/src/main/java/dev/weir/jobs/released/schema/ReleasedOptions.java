package dev.weir.jobs.released.schema;

import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.LinePath;
import java.util.LinkedHashMap;
import java.util.Map;

/** The options of a table of Flink SQL that reads the rows of a table in every form that a sink writes, with the format of Weir's jar of SQL. */
public final class ReleasedOptions {

    /** The name of the format. */
    public static final String FORMAT = "weir-released";

    /** The option of the beginnings of the release ids of the rows that are read. */
    public static final String IDS = "ids";

    /** The option of the places of columns in a nested line. */
    public static final String COLUMNS = "columns";

    /** The option of the schema of rows in Avro. */
    public static final String AVRO_SCHEMA = "avro-schema";

    private ReleasedOptions() {}

    /**
     * Returns the options of Flink's Kafka connector, without those of its client.
     *
     * @param topic the topic
     * @param table the rows of the table
     */
    public static Map<String, String> options(String topic, FlatTable table) {
        Map<String, LinePath> paths = new LinkedHashMap<>();
        table.columns().forEach(column -> paths.put(column.name(), column.path()));
        Map<String, String> options = new LinkedHashMap<>();
        options.put("connector", "kafka");
        options.put("topic", topic);
        options.put("scan.startup.mode", "earliest-offset");
        options.put("format", FORMAT);
        options.put(FORMAT + "." + IDS, String.join(";", table.ids()));
        options.put(FORMAT + "." + COLUMNS, LinePath.text(paths));
        options.put(FORMAT + "." + AVRO_SCHEMA, AvroSchemas.of(table).toString());
        return options;
    }
}
