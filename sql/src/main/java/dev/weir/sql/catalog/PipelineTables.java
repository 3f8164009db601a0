package dev.weir.sql.catalog;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.released.FlatTables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.data.RowData;

/**
 * All tables of a pipeline, as the catalog lists and describes them. None of them has an option that names a broker, a topic or a client
 * setting: {@code LIKE} and {@code SHOW CREATE TABLE} would show it.
 */
final class PipelineTables {

    /** The database of the releases. */
    static final String RELEASED = "released";
    /** The database of the private table. */
    static final String PRIVATE = "private";

    /** The only option of a table: the name of a connector that exists in the catalog alone. */
    static final Map<String, String> OPTIONS = Map.of("connector", WeirCatalogFactory.NAME);

    private final Pipeline pipeline;
    private final String file;
    private final Map<String, ReleaseTable> releases;
    private final Map<ObjectPath, CatalogTable> described = new LinkedHashMap<>();

    /**
     * Creates the tables of a pipeline.
     *
     * @param pipeline the pipeline
     * @param file the name of its file, for messages
     */
    PipelineTables(Pipeline pipeline, String file) {
        this.pipeline = pipeline;
        this.file = file;
        this.releases = tables(pipeline);
        releases.forEach((name, table) ->
                describe(RELEASED, name, table.schema(), table.rows().comment()));
        describe(RELEASED, CardTable.NAME, CardTable.schema(), CardTable.COMMENT);
        describe(PRIVATE, pipeline.name(), records(), "private: only the releases of its pipeline can be read");
    }

    private static Map<String, ReleaseTable> tables(Pipeline pipeline) {
        Map<String, ReleaseTable> tables = new LinkedHashMap<>();
        FlatTables.of(pipeline)
                .forEach((name, rows) -> tables.put(name, new ReleaseTable(topic(pipeline.sink(), name), rows)));
        return tables;
    }

    private static String topic(Sink sink, String table) {
        return table.equals(FlatTables.WITHHELD) ? sink.withheld() : sink.released();
    }

    private void describe(String database, String name, Schema schema, String comment) {
        CatalogTable table = CatalogTable.newBuilder()
                .schema(schema)
                .comment(comment)
                .options(OPTIONS)
                .build();
        described.put(new ObjectPath(database, name), table);
    }

    /** The fields of a record, as far as the pipeline names them. */
    private Schema records() {
        Schema.Builder schema = Schema.newBuilder();
        List<String> columns = pipeline.source().columns();
        (columns.isEmpty() ? List.copyOf(pipeline.readFields()) : columns)
                .stream().distinct().forEach(column -> schema.column(column, DataTypes.STRING()));
        return schema.build();
    }

    /** Returns all tables with their descriptions. */
    Map<ObjectPath, CatalogTable> described() {
        return described;
    }

    /**
     * Returns the table of a topic.
     *
     * @param name the name of a table of the database of releases, but not the card
     */
    ReleaseTable release(String name) {
        ReleaseTable table = releases.get(name);
        if (table == null) {
            throw new IllegalArgumentException("table must be one of " + releases.keySet());
        }
        return table;
    }

    /** Returns the rows of the card. */
    List<RowData> card() {
        return CardTable.rows(pipeline);
    }

    /** Returns what makes a release, for messages. */
    String made() {
        return "a release is made by its pipeline: add "
                + (file.toLowerCase(java.util.Locale.ROOT).endsWith(".sql") ? "a CREATE VIEW" : "a query") + " to "
                + file;
    }
}
