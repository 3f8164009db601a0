package dev.weir.sql.catalog;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.sql.catalog.format.LinePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;

/** The tables of a pipeline's releases, and the table of what was withheld. */
final class ReleaseTables {

    /** The table of the releases that a key's account withheld. */
    static final String WITHHELD = "$withheld";

    private static final DataType TIME = DataTypes.TIMESTAMP_LTZ(3).notNull();
    private static final DataType TEXT = DataTypes.STRING();

    private final Pipeline pipeline;

    private ReleaseTables(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Returns the tables of a pipeline, by their names.
     *
     * @param pipeline the pipeline
     */
    static Map<String, ReleaseTable> of(Pipeline pipeline) {
        ReleaseTables all = new ReleaseTables(pipeline);
        Map<String, ReleaseTable> tables = new LinkedHashMap<>();
        for (int i = 0; i < pipeline.plan().queries().size(); i++) {
            tables.put(pipeline.plan().queries().get(i).query().name(), all.released(i));
        }
        tables.put(WITHHELD, all.withheld());
        return tables;
    }

    private ReleaseTable released(int index) {
        PricedQuery priced = pipeline.plan().queries().get(index);
        Query query = priced.query();
        List<ReleaseColumn> columns = window();
        if (query.window().accumulates()) {
            columns.add(new ReleaseColumn("step", DataTypes.BIGINT(), LinePath.of("step")));
        }
        if (!query.window().named().isEmpty()) {
            columns.add(new ReleaseColumn("release-name", TEXT, LinePath.of("release-name")));
        }
        columns.addAll(keys(index, query));
        columns.addAll(ValueColumns.of(priced));
        columns.add(id());
        String comment = "query " + query.name() + ", version " + query.version() + ": "
                + query.keys().words() + ", each " + query.window().words();
        return new ReleaseTable(pipeline.sink().released(), List.of(prefix(query)), columns, true, comment);
    }

    /** Rows of several queries lie here, in no order of the ends of their windows. */
    private ReleaseTable withheld() {
        List<ReleaseColumn> columns = new ArrayList<>();
        columns.add(new ReleaseColumn("query", TEXT, LinePath.of("query")));
        columns.add(new ReleaseColumn("key", TEXT, LinePath.of("key")));
        columns.addAll(window());
        columns.add(id());
        List<String> ids = pipeline.plan().queries().stream()
                .map(priced -> prefix(priced.query()))
                .toList();
        String comment = "releases that the accounts of keys withheld";
        return new ReleaseTable(pipeline.sink().withheld(), ids, columns, false, comment);
    }

    private String prefix(Query query) {
        return pipeline.plan().domain() + "/" + query.name() + "/" + query.version() + "/";
    }

    private static List<ReleaseColumn> window() {
        List<ReleaseColumn> columns = new ArrayList<>();
        columns.add(new ReleaseColumn(ReleaseTable.WINDOW_START, TIME, LinePath.of("window", "start")));
        columns.add(new ReleaseColumn(ReleaseTable.WINDOW_END, TIME, LinePath.of("window", "end")));
        return columns;
    }

    private static ReleaseColumn id() {
        return new ReleaseColumn(ReleaseTable.ID, TEXT.notNull(), LinePath.of("release"));
    }

    /** The columns of a key. A column that a level rolls up is null. */
    private List<ReleaseColumn> keys(int index, Query query) {
        List<String> attributes = query.keys().attributes();
        if (!attributes.isEmpty()) {
            return attributes.stream()
                    .map(name -> new ReleaseColumn(name, TEXT, LinePath.of("key", name)))
                    .toList();
        }
        return pipeline.fields().get(index).keys().stream()
                .map(name -> new ReleaseColumn(name, TEXT, LinePath.of("key")))
                .toList();
    }
}
