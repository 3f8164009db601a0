package dev.weir.sql.catalog;

import dev.weir.sql.catalog.format.LinePath;
import dev.weir.sql.catalog.format.ReleasedFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.api.Schema;

/**
 * A table whose rows are in a topic.
 *
 * @param topic the topic
 * @param ids the beginnings of the release ids of its rows
 * @param columns its columns
 * @param hasWatermark whether rows come in the order of {@code window_end}
 * @param comment what the table holds
 */
record ReleaseTable(String topic, List<String> ids, List<ReleaseColumn> columns, boolean hasWatermark, String comment) {

    /** The column by which rows are told apart. */
    static final String ID = "release_id";

    static final String WINDOW_START = "window_start";
    static final String WINDOW_END = "window_end";

    ReleaseTable {
        ids = List.copyOf(ids);
        columns = distinct(columns);
    }

    /** Puts a low line behind a name that an earlier column has. */
    private static List<ReleaseColumn> distinct(List<ReleaseColumn> columns) {
        Set<String> names = new HashSet<>();
        List<ReleaseColumn> distinct = new ArrayList<>();
        for (ReleaseColumn column : columns) {
            String name = column.name();
            while (!names.add(name)) {
                name += "_";
            }
            distinct.add(new ReleaseColumn(name, column.type(), column.path()));
        }
        return List.copyOf(distinct);
    }

    /** The columns, the key, and the watermark: all rows of a window come before those of later windows. */
    Schema schema() {
        Schema.Builder schema = Schema.newBuilder();
        columns.forEach(column -> schema.column(column.name(), column.type()));
        if (hasWatermark) {
            schema.watermark(WINDOW_END, WINDOW_END + " - INTERVAL '0.001' SECOND");
        }
        return schema.primaryKey(ID).build();
    }

    /**
     * The options of Flink's Kafka connector.
     *
     * @param client options of the client, each with {@code properties.} before it
     */
    Map<String, String> kafkaOptions(Map<String, String> client) {
        Map<String, LinePath> paths = new LinkedHashMap<>();
        columns.forEach(column -> paths.put(column.name(), column.path()));
        Map<String, String> options = new LinkedHashMap<>(client);
        options.put("connector", "kafka");
        options.put("topic", topic);
        options.put("scan.startup.mode", "earliest-offset");
        options.put("format", ReleasedFormat.NAME);
        options.put(ReleasedFormat.NAME + "." + ReleasedFormat.IDS.key(), String.join(";", ids));
        options.put(ReleasedFormat.NAME + "." + ReleasedFormat.COLUMNS.key(), LinePath.text(paths));
        return options;
    }
}
