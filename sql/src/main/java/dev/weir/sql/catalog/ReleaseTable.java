package dev.weir.sql.catalog;

import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.LinePath;
import dev.weir.jobs.released.schema.AvroSchemas;
import dev.weir.sql.catalog.format.ReleasedFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.api.Schema;

/**
 * A table whose rows are in a topic.
 *
 * @param topic the topic
 * @param rows the flat rows of the table
 */
record ReleaseTable(String topic, FlatTable rows) {

    /** The columns, the key, and the watermark: all rows of a window come before those of later windows. */
    Schema schema() {
        Schema.Builder schema = Schema.newBuilder();
        rows.columns().forEach(column -> schema.column(column.name(), SqlTypes.of(column.type())));
        if (rows.isOrdered()) {
            schema.watermark(FlatTable.WINDOW_END, FlatTable.WINDOW_END + " - INTERVAL '0.001' SECOND");
        }
        return schema.primaryKey(FlatTable.ID).build();
    }

    /**
     * The options of Flink's Kafka connector.
     *
     * @param client options of the client, each with {@code properties.} before it
     */
    Map<String, String> kafkaOptions(Map<String, String> client) {
        Map<String, LinePath> paths = new LinkedHashMap<>();
        rows.columns().forEach(column -> paths.put(column.name(), column.path()));
        Map<String, String> options = new LinkedHashMap<>(client);
        options.put("connector", "kafka");
        options.put("topic", topic);
        options.put("scan.startup.mode", "earliest-offset");
        options.put("format", ReleasedFormat.NAME);
        options.put(ReleasedFormat.NAME + "." + ReleasedFormat.IDS.key(), String.join(";", rows.ids()));
        options.put(ReleasedFormat.NAME + "." + ReleasedFormat.COLUMNS.key(), LinePath.text(paths));
        options.put(
                ReleasedFormat.NAME + "." + ReleasedFormat.AVRO_SCHEMA.key(),
                AvroSchemas.of(rows).toString());
        return options;
    }
}
