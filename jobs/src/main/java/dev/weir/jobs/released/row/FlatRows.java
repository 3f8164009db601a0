package dev.weir.jobs.released.row;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.output.JsonRows;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.release.Outcome;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes as flat rows. What a row says is decided by {@link JsonRows} alone: a flat row is a function of the nested line, which
 * is post-processing and costs nothing.
 *
 * <p>The line is made once, when the row is drawn. State, ledger and topic hold these bytes. A start with another form therefore changes
 * no row that exists: rows that wait keep their lines, and only contexts that have no row yet get one in the new form. For use by one
 * thread at a time.
 */
public final class FlatRows implements RowFormat {

    private static final long serialVersionUID = 1L;

    private final JsonRows nested;
    private final LinkedHashMap<String, FlatTable> tables;
    private final Sink.Form form;
    private final TreeMap<String, Integer> ids;
    private transient @Nullable FlatEncoder encoder;

    private FlatRows(JsonRows nested, Map<String, FlatTable> tables, Sink.Form form, Map<String, Integer> ids) {
        this.nested = nested;
        this.tables = new LinkedHashMap<>(tables);
        this.form = form;
        this.ids = new TreeMap<>(ids);
    }

    /**
     * Returns the format of a pipeline's rows.
     *
     * @param pipeline a pipeline that releases aggregates; its sink names the form
     */
    public static RowFormat of(Pipeline pipeline) {
        JsonRows nested = new JsonRows(pipeline.plan());
        Sink.Form form = pipeline.sink().form();
        RowRegistry registry = pipeline.sink().registry();
        return form == Sink.Form.NESTED_JSON
                ? nested
                : new FlatRows(nested, FlatTables.of(pipeline), form, registry == null ? Map.of() : registry.ids());
    }

    /**
     * Returns the format by which the length of a pipeline's rows is bounded. A flat row is longest in JSON, which names the columns.
     *
     * @param pipeline the pipeline
     */
    public static RowFormat longest(Pipeline pipeline) {
        JsonRows nested = new JsonRows(pipeline.plan());
        return pipeline.sink().form() == Sink.Form.NESTED_JSON
                ? nested
                : new FlatRows(nested, FlatTables.of(pipeline), Sink.Form.FLAT_JSON, Map.of());
    }

    /** Rows of exact values stay in the private folder of a replay, which is nested. */
    @Override
    public PublishedRow format(Outcome outcome) {
        PublishedRow row = nested.format(outcome);
        return switch (outcome.kind()) {
            case EXACT -> row;
            case RELEASED -> flat(row, row.query());
            case WITHHELD -> flat(row, FlatTables.WITHHELD);
            case CLOSED -> throw new IllegalArgumentException("the end of a window has no line");
        };
    }

    private PublishedRow flat(PublishedRow row, String name) {
        FlatTable table = tables.get(name);
        if (table == null) {
            throw new IllegalStateException("a row must be of a query of the plan");
        }
        JsonNode line = NestedLine.of(row.line());
        return new PublishedRow(
                row.kind(),
                row.windowStart(),
                row.windowEnd(),
                row.query(),
                row.key(),
                row.releaseId(),
                row.charge(),
                encoder().encode(table, line));
    }

    private FlatEncoder encoder() {
        FlatEncoder open = encoder;
        if (open == null) {
            open = switch (form) {
                case FLAT_CSV -> new CsvColumns();
                case FLAT_AVRO -> AvroColumns.singleObject();
                case FLAT_AVRO_CONFLUENT -> AvroColumns.registered(ids);
                case FLAT_JSON, NESTED_JSON -> new JsonColumns();
            };
            encoder = open;
        }
        return open;
    }
}
