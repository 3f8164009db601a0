package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a pipeline in application mode with high availability, on processes that are killed, stopped and rescaled. One query
 * has such a large budget that its noise is 0, and is compared with the true counts. The other query's differences from the
 * true counts are its noise, and are compared with the stated noise.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClusterIT {

    private static final Path JAR = Path.of(System.getProperty("weir.job.jar", ""));
    private static final String TOPIC = "edits";
    private static final String RELEASED = "cluster-released";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The epsilon of one record of {@code noisy}, whose share is 0.02 of epsilon 60, for two records of a unit. */
    private static final double NOISY_EPSILON = 60 * 0.02 / 2;

    /** A count of {@code exact} has epsilon 29.4: its noise is not 0 with probability 3.4e-13. */
    private static final String PIPELINE = """
            pipeline: cluster
            domain: {name: wiki}
            source:
              kafka: {brokers: "%s", topic: edits, start: earliest}
              format: csv
              columns: [time, unit, key]
              time: time
              unit: unit
            clock: {by: append-time, delay: 0s, max-skew: 5m, idle: 3s}
            privacy: {unit: user, budget: {epsilon: 60}}
            queries:
              - name: exact
                key: {field: key, declared: [de, en, fr, it]}
                window: {tumbling: 1s}
                release: [{count: edits}]
                spend: {share: 0.98, contributions: 2}
              - name: noisy
                key: {field: key, declared: [de, en, fr, it]}
                window: {tumbling: 1s}
                release: [{count: edits}]
                spend: {share: 0.02, contributions: 2}
            sink: {kafka: {topic: cluster-released, ledger: cluster-ledger}}
            checkpoint: {every: 500ms, dir: "%s"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The end of the last window whose rows must all be public. */
    private long wholeUntil;

    @Test
    @Timeout(800)
    void a_job_whose_processes_are_killed_and_that_is_rescaled_releases_every_context_once() throws Exception {
        assertThat(Files.size(JAR))
                .as("the job jar: build without -Dmaven.shade.skip")
                .isGreaterThan(5_000_000);
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC, EditStream.PARTITIONS)) {
            Path pipeline = pipeline(broker);
            try (EditStream edits = new EditStream(broker.address(), TOPIC);
                    PublicTopicReader reader = new PublicTopicReader(broker.address(), RELEASED, "read_uncommitted");
                    ApplicationCluster cluster = ApplicationCluster.start(folder, JAR, pipeline)) {
                String savepoint = disturb(cluster, reader);
                verifyRefused(cluster, savepoint, broker);
                verifyReleases(reader.seen(), edits);
                verifyNoUnit(cluster.logs());
            }
        }
    }

    /** Writes the pipeline file and creates the topics, so that a reader can begin before the job. */
    private Path pipeline(BrokerProcess broker) throws Exception {
        String text = PIPELINE.formatted(broker.address(), checkpoints().toUri());
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), text);
        Pipelines.requireTopics(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline());
        return file;
    }

    private Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    private String savepoints() {
        return checkpoints().resolve("savepoints").toUri().toString();
    }

    /**
     * Kills a task manager and the job manager, stops the job, and continues it with more slots.
     *
     * @return the savepoint from which the job has continued
     */
    private String disturb(ApplicationCluster cluster, PublicTopicReader reader) throws Exception {
        cluster.startJob("-Dparallelism.default=2");
        cluster.awaitRunning();
        reader.awaitNewWindow();
        cluster.loseTaskManager("taskmanager1", "taskmanager3");
        reader.awaitNewWindow();
        cluster.loseJobManager();
        reader.awaitNewWindow();
        assertThat(cluster.parallelism()).isEqualTo(2);
        String savepoint = cluster.stop(savepoints());
        cluster.startJob("-Dparallelism.default=3");
        reader.awaitNewWindow();
        assertThat(cluster.parallelism()).isEqualTo(3);
        // of the last batch of a job that is cancelled, some rows may only become public with the next run
        wholeUntil = reader.lastEnd();
        reader.awaitNewWindow();
        cluster.cancel();
        return savepoint;
    }

    /** A start from an old savepoint must be refused, because everything released since then would be released again. */
    private static void verifyRefused(ApplicationCluster cluster, String savepoint, BrokerProcess broker)
            throws Exception {
        int rows = rows(broker);
        cluster.startJob("-Dparallelism.default=3", "--fromSavepoint", savepoint);
        assertThat(cluster.exitCode()).isNotZero();
        assertThat(cluster.said()).contains("LEDGER_AHEAD");
        assertThat(rows(broker)).as("rows, those after a refusal included").isEqualTo(rows);
    }

    private static int rows(BrokerProcess broker) {
        AtomicInteger rows = new AtomicInteger();
        broker.read(RELEASED, row -> rows.incrementAndGet());
        return rows.get();
    }

    private void verifyReleases(Map<String, Set<String>> seen, EditStream edits) throws IOException {
        assertThat(seen.values()).allSatisfy(lines -> assertThat(lines).hasSize(1));
        Map<String, Map<Long, JsonNode>> exact = new TreeMap<>();
        Map<String, Map<Long, JsonNode>> noisy = new TreeMap<>();
        for (Set<String> lines : seen.values()) {
            JsonNode row = JSON.readTree(lines.iterator().next());
            (row.path("query").asText().equals("exact") ? exact : noisy)
                    .computeIfAbsent(row.path("key").asText(), key -> new TreeMap<>())
                    .put(PublicTopicReader.end(row.path("release").asText()), row.at("/values/edits"));
        }
        verifyNoneMissing(exact);
        verifyNoneMissing(noisy);
        assertThat(noise(exact, edits)).as("noise of the exact query").containsOnly(0L);
        verifyNoise(noisy, noise(noisy, edits));
    }

    /** Checks that every key has a row in every window from the first to the last that must be whole. */
    private void verifyNoneMissing(Map<String, Map<Long, JsonNode>> rows) {
        assertThat(rows).containsOnlyKeys(EditStream.KEYS);
        TreeSet<Long> ends = new TreeSet<>();
        rows.values().forEach(windows -> ends.addAll(windows.keySet()));
        ends.tailSet(wholeUntil, false).clear();
        assertThat(ends).hasSizeGreaterThan(20);
        assertThat(ends.last() - ends.first()).isEqualTo((ends.size() - 1) * EditStream.WINDOW_MILLIS);
        assertThat(rows.values())
                .allSatisfy(windows -> assertThat(windows.keySet()).containsAll(ends));
    }

    private static List<Long> noise(Map<String, Map<Long, JsonNode>> rows, EditStream edits) {
        List<Long> noise = new ArrayList<>();
        rows.forEach((key, windows) ->
                windows.forEach((end, row) -> noise.add(row.path("value").asLong() - edits.truth(key, end))));
        return noise;
    }

    /** Checks more than 80 draws; {@link LaplaceLaw} states the false-alarm probability. */
    private static void verifyNoise(Map<String, Map<Long, JsonNode>> rows, List<Long> noise) {
        LaplaceLaw law = new LaplaceLaw(Math.exp(-NOISY_EPSILON));
        assertThat(rows.values().stream().flatMap(windows -> windows.values().stream()))
                .allSatisfy(row -> assertThat(
                                LaplaceLaw.of(row.path("stddev").asDouble()).ratio())
                        .isCloseTo(law.ratio(), within(1e-3)));
        assertThat(law.complaints(noise)).isEmpty();
    }

    private static void verifyNoUnit(List<Path> logs) throws IOException {
        assertThat(logs).hasSizeGreaterThan(14);
        for (Path log : logs) {
            assertThat(Files.readString(log)).as(log.toString()).doesNotContain(EditStream.UNIT);
        }
    }
}
