package dev.weir.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers of the releases of a {@code weir run}: Flink's SQL client and gateway as processes, and a program of the Table API. They may read
 * the topics of releases and nothing else of the pipeline, and do not have its client properties.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReadersIT {

    private static final String CANARY = "canary-of-a-record";
    private static final String BOUNDED = " /*+ OPTIONS('scan.bounded.mode' = 'latest-offset') */";
    /** What the account of a key of the query hourly affords: 4 releases of each of two keys, beside 3 rows of other queries. */
    private static final int ENOUGH = 4 * 5;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static GuardedBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static Map<String, JsonNode> released;

    @SuppressWarnings("NullAway.Init")
    private static Map<String, JsonNode> withheld;

    @BeforeAll
    static void run_the_pipeline_until_a_key_has_spent_its_account() throws Exception {
        broker = GuardedBroker.start();
        Path owner = folders();
        Process weir = FlinkSql.weir(owner, "run", "rides.sql", "--out", "out")
                .redirectOutput(owner.resolve("said").toFile())
                .start();
        try {
            broker.read(GuardedBroker.RELEASED, 1);
            for (int i = 0; i < 40; i++) {
                broker.send(
                        "rides",
                        Instant.now() + "," + CANARY + i + "," + (i % 3 == 0 ? "market" : "harbour") + ",12.50");
            }
            broker.read(GuardedBroker.RELEASED, ENOUGH);
            broker.read(GuardedBroker.RELEASED + "-withheld", 4);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(Files.readString(owner.resolve("said")), e);
        } finally {
            weir.destroy();
            weir.waitFor();
        }
        released = byId(GuardedBroker.RELEASED);
        withheld = byId(GuardedBroker.RELEASED + "-withheld");
    }

    /** Makes the folders of owner and reader, who has the script but not the owner's client properties, and returns the owner's. */
    private static Path folders() throws IOException {
        Path owner = Files.createDirectory(folder.resolve("owner"));
        String script = Files.readString(Circumvention.resource("rides.sql"))
                .replace("CHECKPOINTS", folder.resolve("checkpoints").toUri().toString())
                .replace("localhost:9092", broker.address());
        Files.writeString(owner.resolve("rides.sql"), script);
        Files.writeString(owner.resolve("owner.properties"), broker.file("owner"));
        Path reader = Files.createDirectory(folder.resolve("reader"));
        Files.writeString(reader.resolve("rides.sql"), script);
        Files.writeString(reader.resolve("reader.properties"), broker.file("reader"));
        return owner;
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static Map<String, JsonNode> byId(String topic) throws JsonProcessingException {
        Map<String, JsonNode> rows = new TreeMap<>();
        for (String line : broker.read(topic, 0)) {
            JsonNode row = JSON.readTree(line);
            rows.put(row.path("release").textValue(), row);
        }
        return rows;
    }

    private static Map<String, JsonNode> rowsOf(String query) {
        return released.entrySet().stream()
                .filter(row -> row.getValue().path("query").textValue().equals(query))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static TableEnvironment environment() {
        TableEnvironment environment = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
        environment.getConfig().set("parallelism.default", "1");
        environment.getConfig().set("table.local-time-zone", "UTC");
        environment.executeSql("CREATE CATALOG rides WITH ('type' = 'weir', 'pipeline' = '"
                + folder.resolve("reader").resolve("rides.sql") + "', 'properties-file' = '"
                + folder.resolve("reader").resolve("reader.properties") + "')");
        environment.useCatalog("rides");
        return environment;
    }

    private static List<Row> rows(TableEnvironment environment, String statement) {
        List<Row> rows = new ArrayList<>();
        // the statements end by themselves, so that there is nothing to close
        environment.executeSql(statement).collect().forEachRemaining(rows::add);
        return rows;
    }

    /** Counts, sums, running totals, means and quantiles, those without a value included. */
    @Test
    void tables_hold_the_rows_of_the_topic_value_for_value() throws Exception {
        TableEnvironment environment = environment();
        Map<Object, JsonNode> hourly = new HashMap<>(rowsOf("hourly"));
        for (Row row : rows(environment, "SELECT * FROM hourly" + BOUNDED)) {
            JsonNode line = taken(hourly, row);
            assertThat(row.getField("zone")).isEqualTo(line.path("key").textValue());
            assertThat(row.getField("window_end"))
                    .hasToString(line.path("window").path("end").textValue());
            assertThat(row.getField("window_start"))
                    .hasToString(line.path("window").path("start").textValue());
            JsonNode values = line.path("values");
            assertThat(row.getField("rides"))
                    .isEqualTo(values.path("rides").path("value").longValue());
            assertThat(row.getField("rides_stddev"))
                    .isEqualTo(values.path("rides").path("stddev").doubleValue());
            assertThat((BigDecimal) row.getField("fares"))
                    .isEqualByComparingTo(values.path("fares").path("value").decimalValue());
        }
        assertThat(hourly).isEmpty();
        Map<Object, JsonNode> totals = new HashMap<>(rowsOf("so_far"));
        for (Row row : rows(environment, "SELECT step, riders, release_id FROM so_far" + BOUNDED)) {
            JsonNode line = taken(totals, row);
            assertThat(row.getField("step")).isEqualTo(line.path("step").longValue());
            assertThat(row.getField("riders"))
                    .isEqualTo(line.path("values").path("riders").path("value").longValue());
        }
        assertThat(totals).isEmpty();
    }

    @Test
    void means_and_quantiles_have_their_intervals_and_are_null_where_there_is_nothing() throws Exception {
        Map<Object, JsonNode> lines = new HashMap<>(rowsOf("fares"));
        for (Row row : rows(environment(), "SELECT * FROM fares" + BOUNDED)) {
            JsonNode values = taken(lines, row).path("values");
            JsonNode mean = values.path("mean_fare");
            assertThat(row.getField("mean_fare")).isEqualTo(number(mean.path("value")));
            assertThat(row.getField("mean_fare_low95"))
                    .isEqualTo(number(mean.path("interval").path(0)));
            assertThat(row.getField("mean_fare_high95"))
                    .isEqualTo(number(mean.path("interval").path(1)));
            List<@Nullable Object> quantiles = new ArrayList<>();
            List<@Nullable Object> highs = new ArrayList<>();
            values.path("fare").path("quantiles").forEach(quantile -> {
                quantiles.add(number(quantile.path("value")));
                highs.add(number(quantile.path("interval").path(1)));
            });
            assertThat((Object[]) row.getField("fare"))
                    .containsExactlyElementsOf(quantiles)
                    .hasSize(3);
            assertThat((Object[]) row.getField("fare_high95")).containsExactlyElementsOf(highs);
        }
        assertThat(lines).isEmpty();
    }

    /** Takes the line of a row, which must be there. */
    private static JsonNode taken(Map<Object, JsonNode> lines, Row row) {
        return Objects.requireNonNull(lines.remove(row.getField("release_id")));
    }

    private static @Nullable Object number(JsonNode node) {
        return node.isNumber() ? node.doubleValue() : null;
    }

    @Test
    void what_was_withheld_and_the_card_are_tables() throws Exception {
        TableEnvironment environment = environment();
        assertThat(rows(environment, "SELECT release_id FROM `$withheld`" + BOUNDED))
                .extracting(row -> row.getField(0))
                .containsExactlyInAnyOrderElementsOf(withheld.keySet())
                .isNotEmpty();
        assertThat(rows(environment, "SELECT query, name, price FROM `$card`"))
                .extracting(Row::toString)
                .containsExactly(
                        "+I[hourly, rides, 1.0]",
                        "+I[hourly, fares, 1.0]",
                        "+I[so_far, riders, 2.5]",
                        "+I[fares, mean_fare, 1.0]",
                        "+I[fares, fare, 1.0]");
    }

    /** The rows of one window stand together and before those of later ones, so that none is too late for a window of windows. */
    @Test
    void windows_over_releases_hold_every_row_once() throws Exception {
        TableEnvironment environment = environment();
        environment.executeSql("CREATE TEMPORARY VIEW default_catalog.default_database.ended AS"
                + " SELECT window_end AS ended, rides FROM hourly" + BOUNDED);
        List<Row> rows = rows(
                environment,
                "SELECT COUNT(*), SUM(n) FROM (SELECT COUNT(*) AS n FROM TABLE(TUMBLE("
                        + "TABLE default_catalog.default_database.ended, DESCRIPTOR(ended), INTERVAL '2' SECOND, INTERVAL '0.001' SECOND))"
                        + " GROUP BY window_start, window_end)");
        assertThat(rows.get(rows.size() - 1).getField(1))
                .isEqualTo((long) rowsOf("hourly").size());
    }

    /** The statements of the pages for readers. A flat row that stands twice in its topic is one row of a table of upsert-kafka. */
    @Test
    void the_client_runs_the_statements_of_the_pages() throws Exception {
        Path reader = folder.resolve("reader");
        List<String> flat = FlatTopic.write(broker, reader.resolve("rides.sql"));
        int before = broker.read(GuardedBroker.OWN, 0).size();
        String all = "SET 'table.display.max-column-width' = '100';\n" + pageStatements()
                + "\nUSE CATALOG default_catalog;\n" + FlatTopic.statements(broker, reader) + "\nQUIT;\n";
        String said = FlinkSql.client(reader, Files.writeString(reader.resolve("page.sql"), all));
        flat.forEach(id -> assertThat(said.split(Pattern.quote(id), -1)).as(id).hasSize(2));
        assertThat(said).doesNotContain("[ERROR]", CANARY, GuardedBroker.secret("owner"));
        rowsOf("hourly").keySet().forEach(id -> assertThat(said).contains(id));
        assertThat(broker.read(GuardedBroker.OWN, before)).hasSize(before + busy().size());
    }

    /** The ids of the rows that the page's view selects. */
    private static List<String> busy() {
        List<String> ids = new ArrayList<>();
        rowsOf("hourly").forEach((id, row) -> {
            JsonNode rides = row.path("values").path("rides");
            if (rides.path("value").doubleValue() > 2 * rides.path("stddev").doubleValue()) {
                ids.add(id);
            }
        });
        return ids;
    }

    /** The statements of the page, and those that would show a record, or the owner's connection, if they could. */
    @Test
    void the_gateway_runs_the_statements_of_the_page_and_shows_nothing_private() throws Exception {
        int before = broker.read(GuardedBroker.OWN, 0).size();
        try (Gateway gateway = Gateway.start(folder.resolve("reader"))) {
            Map<String, Gateway.Answer> answers = new HashMap<>();
            for (String statement : pageStatements().split(";\\s*\n", 0)) {
                Gateway.Answer answer = gateway.run(statement);
                assertThat(answer.text()).as(statement).doesNotContain("\"errors\"", CANARY);
                answers.put(statement.strip().lines().findFirst().orElse(""), answer);
            }
            Map<Object, Long> counts = new HashMap<>();
            Objects.requireNonNull(answers.get("SELECT window_end, zone, rides, rides_stddev, release_id"))
                    .rows()
                    .forEach(row ->
                            counts.put(row.path(4).textValue(), row.path(2).longValue()));
            Map<Object, Long> expected = new HashMap<>();
            rowsOf("hourly")
                    .forEach((id, row) ->
                            expected.put(id, row.at("/values/rides/value").longValue()));
            assertThat(counts).isEqualTo(expected);
            assertThat(broker.read(GuardedBroker.OWN, before)).hasSize(before + busy().size());
            assertAll(Circumvention.all(broker.options("reader")).stream()
                    .map(each -> () ->
                            each.check(gateway.run(each.statement()).text(), CANARY, GuardedBroker.secret("owner"))));
        }
    }

    private static String pageStatements() throws IOException {
        return FlatTopic.blocks("sql-releases.md")
                .replace("'properties.bootstrap.servers' = 'localhost:9092'", broker.options("reader"));
    }
}
