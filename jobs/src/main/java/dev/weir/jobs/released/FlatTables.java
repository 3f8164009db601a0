package dev.weir.jobs.released;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The flat rows of a pipeline's releases, and of what was withheld. */
public final class FlatTables {

    /** The table of the releases that a key's account withheld. */
    public static final String WITHHELD = "$withheld";

    private static final FlatType TIME = FlatType.TIME.required();
    private static final FlatType TEXT = FlatType.TEXT;

    private final Pipeline pipeline;

    private FlatTables(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Returns the tables of a pipeline, by their names.
     *
     * @param pipeline the pipeline
     */
    public static Map<String, FlatTable> of(Pipeline pipeline) {
        FlatTables all = new FlatTables(pipeline);
        Map<String, FlatTable> tables = new LinkedHashMap<>();
        for (int i = 0; i < pipeline.plan().queries().size(); i++) {
            tables.put(pipeline.plan().queries().get(i).query().name(), all.released(i));
        }
        tables.put(WITHHELD, all.withheld());
        return tables;
    }

    private FlatTable released(int index) {
        PricedQuery priced = pipeline.plan().queries().get(index);
        Query query = priced.query();
        List<FlatColumn> columns = window();
        if (query.window().accumulates()) {
            columns.add(new FlatColumn("step", FlatType.LONG, LinePath.of("step")));
        }
        if (query.window().accumulates() && query.keys().discovered().isPresent()) {
            columns.add(new FlatColumn("announced", FlatType.TRUTH, LinePath.of("announced")));
        }
        if (!query.window().named().isEmpty()) {
            columns.add(windowName());
        }
        columns.addAll(keys(index, query));
        columns.addAll(ValueColumns.of(priced));
        columns.add(id());
        String comment = "query " + query.name() + ", version " + query.version() + ": "
                + query.keys().words() + ", each " + query.window().words();
        return new FlatTable(query.name(), List.of(prefix(query)), columns, true, comment);
    }

    /** Rows of several queries lie here, in no order of the ends of their windows. */
    private FlatTable withheld() {
        List<FlatColumn> columns = new ArrayList<>();
        columns.add(new FlatColumn("query", TEXT, LinePath.of("query")));
        columns.add(new FlatColumn("key", TEXT, LinePath.of("key")));
        columns.addAll(window());
        if (queries().anyMatch(query -> !query.window().named().isEmpty())) {
            columns.add(windowName());
        }
        columns.add(id());
        List<String> ids = queries().map(this::prefix).toList();
        String comment = "releases that the accounts of keys withheld";
        return new FlatTable(WITHHELD, ids, columns, false, comment);
    }

    private Stream<Query> queries() {
        return pipeline.plan().queries().stream().map(PricedQuery::query);
    }

    private String prefix(Query query) {
        return pipeline.plan().domain() + "/" + query.name() + "/" + query.version() + "/";
    }

    private static List<FlatColumn> window() {
        List<FlatColumn> columns = new ArrayList<>();
        columns.add(new FlatColumn(FlatTable.WINDOW_START, TIME, LinePath.of("window", "start")));
        columns.add(new FlatColumn(FlatTable.WINDOW_END, TIME, LinePath.of("window", "end")));
        return columns;
    }

    private static FlatColumn windowName() {
        return new FlatColumn("release_name", TEXT, LinePath.of("release-name"));
    }

    private static FlatColumn id() {
        return new FlatColumn(FlatTable.ID, TEXT.required(), LinePath.of("release"));
    }

    /** The columns of a key. A column that a level rolls up is null. */
    private List<FlatColumn> keys(int index, Query query) {
        List<String> attributes = query.keys().attributes();
        if (!attributes.isEmpty()) {
            return attributes.stream()
                    .map(name -> new FlatColumn(name, TEXT, LinePath.of("key", name)))
                    .toList();
        }
        return pipeline.fields().get(index).keys().stream()
                .map(name -> new FlatColumn(name, TEXT, LinePath.of("key")))
                .toList();
    }
}
