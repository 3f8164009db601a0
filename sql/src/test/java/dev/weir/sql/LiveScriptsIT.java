package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.CountingPipeline;
import dev.weir.jobs.InProcess;
import dev.weir.jobs.SessionCluster;
import dev.weir.jobs.WeirProcess;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Messages;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of scripts against a broker. The scripts are those that {@code weir sql} prints of pipeline files. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class LiveScriptsIT {

    private static final int WINDOW_MILLIS = 1000;
    private static final Pattern SUBMITTED = Pattern.compile("submitted with JobID (\\w{32})");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private EmbeddedBroker broker;

    @BeforeEach
    void share(EmbeddedBroker shared) {
        broker = shared;
    }

    /** Three runs of one job. The first two records of a unit use up its budget, in whatever run they are counted. */
    @Test
    @Timeout(600)
    void a_job_is_stopped_as_yaml_and_goes_on_as_sql_and_back() throws Exception {
        Path yaml = pipeline("both");
        Path script = script(yaml);
        assertThat(run(yaml, List.of("unit", "unit", "unit"), "\"account\":1,\"counted\":2"))
                .doesNotContain("goes on from file:");
        assertThat(run(script, List.of("unit", "unit", "second"), "\"account\":3,\"counted\":3"))
                .contains("both goes on from file:");
        assertThat(run(yaml, List.of("unit", "third"), "\"account\":4,\"counted\":4"))
                .contains("both goes on from file:");
        assertEveryWindowOnce(released("both"));
    }

    @Test
    @Timeout(600)
    void a_script_is_submitted_by_flink_s_client_with_the_module_on_its_class_path() throws Exception {
        Path script = script(pipeline("scripted"));
        String module = Path.of(System.getProperty("weir.sql.jar")).toUri().toString();
        String jar = System.getProperty("weir.job.jar", "");
        try (SessionCluster cluster = SessionCluster.start(folder);
                WeirProcess client =
                        cluster.client("client", "run", "-d", "-C", module, jar, "run", script.toString())) {
            assertThat(client.exitCode()).as(client.said()).isZero();
            assertThat(client.said()).contains("submitted scripted; releases in topic scripted-released");
            Matcher job = SUBMITTED.matcher(client.said());
            assertThat(job.find()).as(client.said()).isTrue();
            while (released("scripted").size() < 4) {
                assertThat(cluster.rest().state(job.group(1))).isNotIn("FAILED", "CANCELED", "FINISHED");
                Thread.sleep(200);
            }
            cluster.rest().cancel(job.group(1));
        }
    }

    /** Writes a pipeline file, and makes its input topic. */
    private Path pipeline(String name) throws Exception {
        broker.createTopic(name, 1, Map.of("message.timestamp.type", "LogAppendTime"));
        String text = new CountingPipeline(name, broker.address(), name).text(folder);
        // a started job reads records of past windows, for which it gets more time; a domain has one ledger
        String own = text.replace("idle: 1s", "idle: 3s").replace("{name: wiki}", "{name: " + name + "}");
        return Files.writeString(folder.resolve(name + ".yaml"), own);
    }

    private static Path script(Path yaml) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(InProcess.weir(out, err, "sql", yaml.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("CREATE VIEW edits AS");
        return Files.writeString(Path.of(yaml.toString().replace(".yaml", ".sql")), out.toString());
    }

    /**
     * Runs the job. It is stopped when its counters have a content and another window has been released.
     *
     * @param units the units of records that are sent once it runs; their windows are later ones, so that none is late on a busy machine
     * @return what it said
     */
    private String run(Path file, List<String> units, String content) throws Exception {
        Path out = folder.resolve("out");
        Path counters = out.resolve("private").resolve("counters.json");
        int before = released("both").size();
        try (WeirProcess weir =
                WeirProcess.start(folder, "run-" + before, "run", file.toString(), "--out", out.toString())) {
            weir.await(() -> weir.said().contains("running both; releases in topic both-released, checkpoints in "));
            for (String unit : units) {
                Messages.send(broker.address(), "both", 0, Instant.now().plusSeconds(60) + "," + unit + ",en");
            }
            weir.await(
                    () -> Files.exists(counters) && Files.readString(counters).contains(content));
            weir.await(() -> released("both").size() > before + 2);
            assertThat(weir.stop("TERM")).as(weir.said()).isEqualTo(128 + 15);
            assertThat(weir.said()).doesNotContain("weir:", "LEDGER_", "Exception");
            return weir.said();
        }
    }

    /** Returns all lines that were ever visible, by release id. */
    private Map<String, Set<String>> released(String name) {
        Map<String, Set<String>> rows = new TreeMap<>();
        broker.read(name + "-released", row -> rows.computeIfAbsent(text(row.key()), id -> new TreeSet<>())
                .add(text(row.value())));
        return rows;
    }

    private static void assertEveryWindowOnce(Map<String, Set<String>> rows) {
        assertThat(rows.values()).allSatisfy(values -> assertThat(values).hasSize(1));
        for (String key : List.of("en", "de")) {
            TreeSet<Long> ends = rows.keySet().stream()
                    .filter(id -> id.startsWith("both/edits/1/" + key + "/"))
                    .map(id -> Long.valueOf(id.substring(id.lastIndexOf('/') + 1)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(ends).isNotEmpty();
            assertThat(ends.last() - ends.first()).isEqualTo((ends.size() - 1L) * WINDOW_MILLIS);
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
