package dev.weir.sql.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatTables;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.jobs.released.schema.SchemaLanguage;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A topic of flat rows, and the statements of the pages that read it. */
final class FlatTopic {

    private FlatTopic() {}

    /**
     * Writes the rows of two windows into the topic of flat rows, each twice, among those of another query, and returns the ids of the
     * former.
     */
    static List<String> write(GuardedBroker broker, Path script) throws Exception {
        RowFormat format = FlatRows.of(PipelineFile.read(script, List.of("sink.layout=flat"), Pipeline.Purpose.EXPLAIN)
                .pipeline());
        List<String> ids = new ArrayList<>();
        for (long end : new long[] {1_442_023_200_000L, 1_442_023_201_000L}) {
            for (String key : List.of("harbour", "market")) {
                ids.add(sendTwice(
                        broker,
                        format.format(
                                new Outcome(Outcome.Kind.RELEASED, 0, key, end - 1000, end, 0, new long[] {7, 1250}))));
            }
            sendTwice(
                    broker,
                    format.format(new Outcome(Outcome.Kind.RELEASED, 1, "market", end - 1000, end, 1, new long[] {9})));
        }
        return ids;
    }

    private static String sendTwice(GuardedBroker broker, PublishedRow row) throws Exception {
        for (int copy = 0; copy < 2; copy++) {
            broker.send(GuardedBroker.FLAT, row.releaseId(), new String(row.line(), UTF_8));
        }
        return row.releaseId();
    }

    /**
     * The table of the page is the one that the command line prints.
     *
     * @param folder a folder for the script of the page's pipeline
     */
    static String statements(GuardedBroker broker, Path folder) throws IOException {
        Path script = Files.writeString(
                folder.resolve("flat.sql"),
                Files.readString(Circumvention.resource("rides.sql")).replace("CHECKPOINTS", "file:///var/weir"));
        Pipeline pipeline = PipelineFile.read(script, List.of("sink.layout=flat"), Pipeline.Purpose.EXPLAIN)
                .pipeline();
        FlatTable hourly = Objects.requireNonNull(FlatTables.of(pipeline).get("hourly"));
        String statements = blocks("consuming.md");
        assertThat(statements)
                .contains(SchemaLanguage.FLINK_DDL
                        .text(pipeline, List.of(hourly))
                        .replace("window of 1s", "window of 1h"));
        return statements
                .replace("'rides-released'", "'" + GuardedBroker.FLAT + "'")
                .replace("'properties.bootstrap.servers' = 'localhost:9092'", broker.options("reader"));
    }

    /** Returns the statements of a page. */
    static String blocks(String page) throws IOException {
        return Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", page)))
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining("\n"));
    }
}
