package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a pipeline whose checkpoints are on S3, which Flink's plugin accesses with a key from a file of credentials. It runs
 * in an application cluster that is killed as a whole, and in a separate process.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class S3CheckpointsIT {

    private static final Path JAR = Path.of(System.getProperty("weir.job.jar", ""));
    private static final String PLUGINS = System.getProperty("weir.cluster.plugins", "");
    private static final String CHECKPOINTS = S3Store.BUCKET + "/checkpoints";
    private static final String NAME = "stored";
    private static final String TOPIC = "edits";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(600)
    @SuppressWarnings("try") // only the job reads the stream of edits
    void a_job_goes_on_from_s3_after_all_of_it_was_killed_and_is_refused_an_older_state() throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC, EditStream.PARTITIONS);
                S3Store store = S3Store.start(folder.resolve("s3"))) {
            Path pipeline = pipeline(broker);
            try (EditStream edits = new EditStream(broker.address(), TOPIC);
                    PublicTopicReader reader =
                            new PublicTopicReader(broker.address(), NAME + "-released", "read_uncommitted");
                    ApplicationCluster cluster = ApplicationCluster.configured(folder, JAR, pipeline, client(store))) {
                assertThat(store.answerWithoutKey()).isEqualTo(403);
                cluster.export("AWS_CREDENTIAL_PROFILES_FILE", store.credentials());
                cluster.export("FLINK_PLUGINS_DIR", Path.of(PLUGINS));
                String older = killAndGoOn(cluster, reader);
                verifyRefused(store, pipeline, older, reader);
                assertThat(reader.seen().values())
                        .allSatisfy(lines -> assertThat(lines).hasSize(1));
                verifyNothingSecret(cluster.logs(), store);
            }
        }
    }

    private static String client(S3Store store) {
        return "s3.endpoint: " + store.endpoint() + "\ns3.path.style.access: true\n";
    }

    /** Writes the pipeline file and creates the topics, so that a reader can begin before the job. */
    private Path pipeline(BrokerProcess broker) throws Exception {
        CountingPipeline counting = new CountingPipeline(NAME, broker.address(), TOPIC);
        String local = counting.checkpoints(folder).toUri().toString();
        String text = counting.text(folder).replace(local, CHECKPOINTS).replace("delay: 100ms", "delay: 0s");
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), text.replace("idle: 1s", "idle: 500ms"));
        Pipelines.requireTopics(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline());
        return file;
    }

    /**
     * Kills all processes that run the job, and starts it under another id, with a new second task manager.
     *
     * @return a savepoint of the first job, which is older than the state of the second one
     */
    private static String killAndGoOn(ApplicationCluster cluster, PublicTopicReader reader) throws Exception {
        cluster.startTaskManager("taskmanager1");
        cluster.startJob("-Dparallelism.default=2");
        reader.awaitNewWindow();
        String older = cluster.savepoint(CHECKPOINTS + "/savepoints");
        cluster.startTaskManager("taskmanager2");
        reader.awaitNewWindow();
        cluster.loseAll("taskmanager1");
        cluster.startJob("-Dparallelism.default=2");
        reader.awaitNewWindow();
        cluster.cancel();
        assertThat(older).startsWith(CHECKPOINTS);
        return older;
    }

    /** A start from an old savepoint must be refused, because everything released since then would be released again. */
    private void verifyRefused(S3Store store, Path pipeline, String older, PublicTopicReader reader) throws Exception {
        int rows = reader.messages();
        try (WeirProcess weir = run(store, pipeline, "-D", "execution.state-recovery.path=" + older)) {
            assertThat(weir.exitCode()).as(weir.said()).isEqualTo(3);
            assertThat(weir.said().strip().lines().toList()).last().asString().startsWith("weir: LEDGER_AHEAD: ");
        }
        assertThat(reader.messages()).as("rows, those after a refusal included").isEqualTo(rows);
    }

    private WeirProcess run(S3Store store, Path pipeline, String... more) throws IOException {
        Map<String, String> environment =
                Map.of("AWS_CREDENTIAL_PROFILES_FILE", store.credentials().toString(), "FLINK_PLUGINS_DIR", PLUGINS);
        List<String> command = new ArrayList<>(List.of("run", pipeline.toString()));
        command.addAll(List.of("-D", "s3.endpoint=" + store.endpoint(), "-D", "s3.path.style.access=true"));
        command.addAll(List.of(more));
        WeirProcess.Place place = new WeirProcess.Place(Weir.class, folder, environment);
        return WeirProcess.start(place, "older", command.toArray(String[]::new));
    }

    private static void verifyNothingSecret(List<Path> logs, S3Store store) throws IOException {
        assertThat(logs).hasSizeGreaterThan(9);
        for (Path log : logs) {
            assertThat(Files.readString(log)).as(log.toString()).doesNotContain(store.secret(), EditStream.UNIT);
        }
    }
}
