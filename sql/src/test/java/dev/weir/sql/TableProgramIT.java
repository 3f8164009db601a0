package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A program of the Table API with the Java API in its middle. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TableProgramIT {

    /** Three hours of rides, one every five seconds: each of 720 riders has one an hour. */
    private static final String RIDES = """
            CREATE TABLE rides (
              n BIGINT,
              ts AS TO_TIMESTAMP_LTZ(1772431200000 + n * 5000, 3),
              rider AS 'r' || CAST(MOD(n, 720) AS STRING),
              zone AS CASE WHEN MOD(n, 3) = 0 THEN 'market' ELSE 'harbour' END
            ) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '2159')
            """;

    @Test
    void a_table_goes_in_and_a_table_of_releases_comes_out_with_every_context_once() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1, Duration.ofMillis(500))) {
            StreamExecutionEnvironment flink = cluster.environment();
            StreamTableEnvironment tables = StreamTableEnvironment.create(flink);
            tables.executeSql(RIDES);
            Table hourly = TableProgram.hourly(tables);
            Map<String, Long> rows = new HashMap<>();
            List<Row> found = new ArrayList<>();
            // the job ends by itself
            tables.toDataStream(hourly).executeAndCollect().forEachRemaining(found::add);
            for (Row row : found) {
                String context = row.<Instant>getFieldAs("window_end") + " " + row.getField("zone");
                assertThat(rows.put(context, row.getFieldAs("rides"))).isNull();
            }
            assertThat(rows).hasSize(6);
            // each rider has one ride an hour and so none is left out; the noise is discrete Laplace of scale 6, which
            // is off by more than
            // 120 with probability 2 exp(-20), hence in one of six rows in 3 of 10^8 runs
            rows.forEach((context, rides) -> assertThat(rides).isBetween(exact(context) - 120, exact(context) + 120));
        }
    }

    private static long exact(String context) {
        return context.endsWith("market") ? 240 : 480;
    }

    @Test
    void it_is_the_program_of_the_page() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "sql-releases.md"));
        int begin = page.indexOf("```java\n") + "```java\n".length();
        String shown = page.substring(begin, page.indexOf("```", begin));
        String program = Files.readString(Path.of("src/test/java/dev/weir/sql/TableProgram.java"));
        assertThat(shown.strip().lines().map(String::strip).toList()).hasSizeGreaterThan(15);
        assertThat(program.replaceAll("\\s+", " ")).contains(shown.strip().replaceAll("\\s+", " "));
    }
}
