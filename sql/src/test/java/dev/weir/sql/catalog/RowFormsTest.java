package dev.weir.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.output.JsonRows;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.Outcome;
import dev.weir.sql.catalog.format.LineBench;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in every form of a sink, read as the same columns. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RowFormsTest {

    /** Rows with the header of a schema registry. */
    private static final String REGISTERED =
            "sink={format: avro, registry: {url: \"http://localhost:1\", subjects: topic-record}}";

    private static final int ID = 0x7B22;

    /** How a pipeline with another form of rows writes them. */
    private static RowFormat form(String setting) {
        return FlatRows.of(registered(
                PipelineFile.read(Circumvention.resource("kinds.yaml"), List.of(setting), Pipeline.Purpose.EXPLAIN)
                        .pipeline()));
    }

    private static Pipeline registered(Pipeline pipeline) {
        RowRegistry registry = pipeline.sink().registry();
        if (registry == null) {
            return pipeline;
        }
        Map<String, Integer> ids = new TreeMap<>();
        FlatTables.of(pipeline).keySet().forEach(table -> ids.put(table, ID));
        return pipeline.withTopics(pipeline.source().kafka(), pipeline.sink().with(registry.with(ids)));
    }

    /** A topic may have rows of all forms, because rows that were drawn keep theirs. */
    @ParameterizedTest
    @ValueSource(strings = {"sink.layout=flat", "sink.format=csv", "sink.format=avro", REGISTERED})
    void a_row_is_the_same_in_every_form(String setting) throws IOException {
        RowFormat form = form(setting);
        for (PricedQuery priced : ReleaseTablesTest.PIPELINE.plan().queries()) {
            String query = priced.query().name();
            for (long number : numbers(query)) {
                byte[] line = ReleaseTablesTest.line(query, number);
                byte[] flat = form.format(ReleaseTablesTest.outcome(query, Outcome.Kind.RELEASED, number))
                        .line();
                assertThat(flat).isNotEqualTo(line);
                assertThat(ReleaseTablesTest.whole(query, flat))
                        .as("%s of %d", query, number)
                        .isEqualTo(ReleaseTablesTest.whole(query, line));
            }
        }
    }

    private static long[] numbers(String query) {
        return switch (query) {
            case "chosen", "choice" -> new long[] {0, 1};
            // some of the words of a row of levels are standard deviations
            case "sums" -> new long[] {12};
            default -> new long[] {1000, -3, 0};
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"sink.layout=flat", "sink.format=csv", "sink.format=avro", REGISTERED})
    void withheld_rows_have_their_own_columns_in_every_form(String setting) throws IOException {
        Outcome withheld = ReleaseTablesTest.outcome("lists", Outcome.Kind.WITHHELD, 0);
        byte[] nested =
                new JsonRows(ReleaseTablesTest.PIPELINE.plan()).format(withheld).line();
        GenericRowData row = ReleaseTablesTest.whole(
                FlatTables.WITHHELD, form(setting).format(withheld).line());
        assertThat(row).isEqualTo(ReleaseTablesTest.whole(FlatTables.WITHHELD, nested));
        assertThat(row.getString(0)).hasToString("lists");
        assertThat(row.getString(1)).hasToString("{\"zone\":\"a\",\"kind\":\"x\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sink.layout=flat", "sink.format=csv", "sink.format=avro", REGISTERED})
    void rows_of_other_queries_are_skipped_in_every_form(String setting) throws IOException {
        assertThat(ReleaseTablesTest.row(
                        "numbers",
                        form(setting)
                                .format(ReleaseTablesTest.outcome("lists", Outcome.Kind.RELEASED, 5))
                                .line()))
                .isNull();
    }

    /** A row of the same version whose columns are others is not read as if its columns were these. */
    @ParameterizedTest
    @ValueSource(strings = {"sink.format=csv", "sink.format=avro", REGISTERED})
    void a_row_with_other_columns_stops_the_job(String setting) {
        Pipeline other = PipelineFile.read(
                        Circumvention.resource("kinds.yaml"),
                        List.of(setting, "queries.3.name=numbers3", "queries.3.version=3"),
                        Pipeline.Purpose.EXPLAIN)
                .pipeline();
        PublishedRow row =
                FlatRows.of(registered(other)).format(ReleaseTablesTest.outcome("chosen", Outcome.Kind.RELEASED, 1));
        FlatTable chosen = new FlatTable(
                "numbers",
                List.of("kinds/numbers3/3/"),
                ReleaseTablesTest.table("numbers").columns(),
                true,
                "");
        assertThatThrownBy(() -> LineBench.read(chosen, ReleaseTablesTest.types(chosen), row.line()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was the catalog made of another pipeline file?")
                .hasNoCause();
    }
}
