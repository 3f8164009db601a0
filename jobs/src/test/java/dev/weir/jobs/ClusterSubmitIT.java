package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Submits the job jar, by Flink's client and over REST, to a cluster whose processes do not have Weir on their class path. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class ClusterSubmitIT {

    private static final String TOPIC = "submitted";
    private static final Pattern SUBMITTED = Pattern.compile("submitted with JobID (\\w{32})");
    private static final long WAIT_NANOS = 240_000_000_000L;
    private static final String JAR = System.getProperty("weir.job.jar", "");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static SessionCluster cluster;

    @BeforeAll
    static void startAll(EmbeddedBroker shared) throws Exception {
        assertThat(Files.size(Path.of(JAR)))
                .as("the job jar holds its dependencies: build without -Dmaven.shade.skip")
                .isGreaterThan(5_000_000);
        broker = shared;
        broker.createTopic(TOPIC, 1, Map.of("message.timestamp.type", "LogAppendTime"));
        cluster = SessionCluster.start(folder);
    }

    @AfterAll
    static void stopAll() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void a_detached_client_ends_at_once_and_the_job_goes_on_releasing() throws Exception {
        Path file = pipeline("detached");
        try (WeirProcess client = cluster.client("detached", "run", "-d", JAR, "run", file.toString())) {
            assertThat(client.exitCode()).as(client.said()).isZero();
            String job = job(client);
            assertThat(client.said())
                    .contains("submitted detached; releases in topic detached-released, checkpoints in ")
                    .doesNotContain("Exception");
            awaitReleases("detached");
            cluster.await(job, "RUNNING");
            cluster.rest().cancel(job);
        }
    }

    @Test
    void a_submission_over_rest_is_answered_with_the_job_s_id() throws Exception {
        Path file = pipeline("rest");
        String jar = cluster.rest().upload(Path.of(JAR));
        HttpResponse<String> answer = cluster.rest().run(jar, "run", file.toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String job = ClusterRest.json(answer).path("jobid").asText();
        awaitReleases("rest");
        cluster.await(job, "RUNNING");
        cluster.rest().cancel(job);
    }

    @Test
    void what_is_wrong_with_a_submission_over_rest_is_in_the_answer() throws Exception {
        Path file = Files.writeString(
                folder.resolve("wrong.yaml"),
                Files.readString(pipeline("wrong")).replace("epsilon: 1", "epsilon: no"));
        String jar = cluster.rest().upload(Path.of(JAR));
        HttpResponse<String> answer = cluster.rest().run(jar, "run", file.toString());
        assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(answer.body()).contains("privacy.budget.epsilon");
    }

    @Test
    void a_client_that_is_stopped_leaves_the_job_running() throws Exception {
        Path file = pipeline("left");
        try (WeirProcess client = cluster.client("left", "run", JAR, "run", file.toString())) {
            awaitReleases("left");
            String job = job(client);
            assertThat(client.stop("TERM")).isEqualTo(128 + 15);
            cluster.await(job, "RUNNING");
            awaitReleases("left");
            cluster.await(job, "RUNNING");
            cluster.rest().cancel(job);
        }
    }

    @Test
    void a_client_that_is_told_to_takes_the_job_with_it() throws Exception {
        Path file = pipeline("taken");
        try (WeirProcess client = cluster.client("taken", "run", "-sae", JAR, "run", file.toString())) {
            awaitReleases("taken");
            String job = job(client);
            assertThat(client.stop("TERM")).isEqualTo(128 + 15);
            cluster.await(job, "CANCELED");
        }
    }

    @Test
    void a_client_says_in_its_last_line_that_the_job_was_cancelled_or_why_it_was_refused() throws Exception {
        Path file = pipeline("told");
        try (WeirProcess client = cluster.client("told", "run", JAR, "run", file.toString())) {
            awaitReleases("told");
            cluster.rest().cancel(job(client));
            assertThat(client.exitCode()).as(client.said()).isZero();
            assertThat(lastLine(client)).startsWith("told was cancelled; ");
            assertThat(client.said()).doesNotContain("Exception");
        }
        loseCheckpoints("told");
        try (WeirProcess client = cluster.client("refused", "run", JAR, "run", file.toString())) {
            assertThat(client.exitCode()).isEqualTo(1);
            assertThat(lastLine(client)).startsWith("weir: LEDGER_AHEAD: ");
            assertThat(client.said()).doesNotContain("Exception");
        }
    }

    @Test
    void a_cluster_that_is_not_there_is_one_line() throws Exception {
        String file = pipeline("nowhere").toString();
        String[] elsewhere = {
            "run",
            "-t",
            "remote",
            "-Drest.port=1",
            "-Drest.retry.max-attempts=1",
            JAR,
            "run",
            file,
            "--set",
            "clock.idle=30s"
        };
        try (WeirProcess client = cluster.client("nowhere", elsewhere)) {
            assertThat(client.exitCode()).isEqualTo(1);
            assertThat(client.said().lines().filter(line -> !line.matches("(warning: |waiting for ).*")))
                    .singleElement()
                    .asString()
                    .startsWith("weir: cannot reach the cluster: ");
        }
    }

    private static CountingPipeline counting(String name) {
        return new CountingPipeline(name, broker.address(), TOPIC);
    }

    private static Path pipeline(String name) throws IOException {
        String text = counting(name).text(folder).replace("{name: wiki}", "{name: " + name + "}");
        return Files.writeString(folder.resolve(name + ".yaml"), text);
    }

    /** Returns the id of the job, once the client has said it: the job may have begun to release before. */
    private static String job(WeirProcess client) throws Exception {
        client.await(() -> SUBMITTED.matcher(client.said()).find());
        Matcher submitted = SUBMITTED.matcher(client.said());
        assertThat(submitted.find()).as(client.said()).isTrue();
        return submitted.group(1);
    }

    private static String lastLine(WeirProcess client) throws IOException {
        return client.said().lines().reduce("", (line, next) -> next.isBlank() ? line : next);
    }

    /** Waits until two more windows of both keys have been released. */
    private static void awaitReleases(String name) throws InterruptedException {
        int before = released(name);
        long start = System.nanoTime();
        while (released(name) < before + 4) {
            assertThat(System.nanoTime() - start)
                    .as("nanoseconds without a release")
                    .isLessThan(WAIT_NANOS);
            Thread.sleep(100);
        }
    }

    private static int released(String name) {
        AtomicInteger rows = new AtomicInteger();
        broker.read(name + "-released", row -> rows.incrementAndGet());
        return rows.get();
    }

    private static void loseCheckpoints(String name) throws IOException {
        try (Stream<Path> files = Files.list(counting(name).checkpoints(folder))) {
            for (Path file : files.filter(path -> !path.endsWith("weir-ledger")).toList()) {
                FileUtils.deleteFileOrDirectory(file.toFile());
            }
        }
    }
}
