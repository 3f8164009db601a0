package dev.weir.sql.catalog;

import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.schema.ReleasedOptions;
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
        Map<String, String> options = new LinkedHashMap<>(client);
        options.putAll(ReleasedOptions.options(topic, rows));
        return options;
    }
}
