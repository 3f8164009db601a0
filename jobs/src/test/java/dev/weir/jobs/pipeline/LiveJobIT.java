package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.Containment;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerProcess;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.kafka.sink.SkippingSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerClock;
import dev.weir.operators.ledger.LedgerRaise;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a job against a broker in another process. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LiveJobIT {

    private static final String TOPIC = "edits";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    @Timeout(600)
    void a_silent_topic_is_released_second_by_second_once_each_also_by_a_job_that_was_started_again_or_raised()
            throws Exception {
        try (BrokerProcess broker = BrokerProcess.startWith(TOPIC)) {
            Pipeline pipeline = daily("1", Pipelines.live(broker.address(), TOPIC, dir.resolve("checkpoints")));
            Pipelines.requireTopics(pipeline);
            // as far ahead as the skew allows: its window is still open when a busy machine has started the job
            Messages.send(broker.address(), TOPIC, 0, Instant.now().plusSeconds(55) + ",canary-a,en", "canary broken");
            runUntil(3, pipeline, broker);
            runUntil(released(broker).size() + 3, pipeline, broker);
            Pipeline raised = daily("2", pipeline);
            raiseDomain(raised);
            runUntil(released(broker).size() + 2, raised, broker);
            Map<Long, List<String>> byEnd = released(broker);
            assertThat(Forgetful.FORGOT)
                    .as("a batch was written and its acknowledgement lost")
                    .isTrue();
            assertThat(byEnd.values()).allSatisfy(lines -> assertThat(lines).hasSize(1));
            long first = byEnd.keySet().iterator().next();
            assertThat(byEnd.keySet()).allSatisfy(end -> assertThat(byEnd).containsKeys(Math.max(first, end - 1000)));
            assertThat(dir.resolve("private/counters.json")).content().contains("\"read\":2,", "\"counted\":1}");
            Containment.assertNoneIn(byEnd.toString());
            assertOneDeviation(byEnd);
            loseCheckpoints();
            LiveJob forgetful = Pipelines.job(raised, Pipelines.ledger(raised));
            assertThatThrownBy(() -> forgetful.prepare(2, releases(raised), counters(raised)))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageMatching("LEDGER_AHEAD: the ledger ends at batch [0-9]+, the state at batch 0: .*");
        }
    }

    /** Returns the pipeline with another budget per user and day, and the same queries under the same versions. */
    private static Pipeline daily(String epsilon, Pipeline pipeline) {
        Plan plan = pipeline.plan();
        return pipeline.with(Plan.of(
                plan.domain(),
                PrivacyUnit.USER_PER_DAY,
                new Budget.Pure(new BigDecimal(epsilon)),
                plan.timing(),
                plan.queries().stream().map(PricedQuery::query).toList()));
    }

    /**
     * Raises the domain's budget, as {@code weir ledger declare} does. The raise takes effect tomorrow, so every row here has
     * the earlier noise.
     */
    private static void raiseDomain(Pipeline pipeline) throws Exception {
        LedgerAccess access = Pipelines.ledger(pipeline);
        try (Ledger ledger = access.open(pipeline.plan())) {
            Plan plan = pipeline.plan();
            LedgerClock clock = new LedgerClock(
                    ledger, InstantSource.system(), plan.timing().maxSkewMillis());
            new LedgerRaise(ledger, plan.domain(), access.declaration(plan), clock).drive();
        }
    }

    /** Checks that each row states the standard deviation from before the raise. */
    private static void assertOneDeviation(Map<Long, List<String>> byEnd) {
        assertThat(byEnd.values().stream()
                        .flatMap(List::stream)
                        .map(line -> line.replaceAll(".*\"stddev\":([0-9.]+).*", "$1"))
                        .distinct())
                .hasSize(1);
    }

    /** Deletes the checkpoints, as Flink does when a job is stopped with a savepoint in another place. */
    private void loseCheckpoints() throws IOException {
        try (Stream<Path> jobs = Files.list(dir.resolve("checkpoints"))) {
            for (Path job : jobs.filter(path -> !path.endsWith("weir-ledger")).toList()) {
                FileUtils.deleteDirectory(job.toFile());
            }
        }
    }

    /** Runs the job until this many windows have been released, then stops it. */
    private void runUntil(int windows, Pipeline pipeline, BrokerProcess broker) throws Exception {
        JobClient job = Pipelines.job(pipeline, Pipelines.ledger(pipeline))
                .prepare(2, releases(pipeline), counters(pipeline))
                .executeAsync(pipeline.name());
        while (released(broker).size() < windows) {
            Thread.sleep(200);
        }
        job.cancel().get();
        // it writes checkpoints until it has ended
        job.getJobExecutionResult().handle((result, cancelled) -> result).get();
    }

    private static ReleaseSink.Factory releases(Pipeline pipeline) {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(
                pipeline.sink().released(), pipeline.sink().withheld());
        KafkaReleaseSink.Factory rows =
                new KafkaReleaseSink.Factory(pipeline.source().kafka().brokers(), Map.of(), topics);
        return new Forgetful(
                new SkippingSink.Factory(rows, pipeline.plan().timing().maxSkewMillis()));
    }

    /** Opens sinks. The first one fails after the first batch that it has written, as if its process had been killed there. */
    private record Forgetful(ReleaseSink.Factory topics) implements ReleaseSink.Factory {

        /** Whether the first sink has failed; static because the tasks run in this process. */
        static final AtomicBoolean FORGOT = new AtomicBoolean();

        @Override
        public ReleaseSink open() throws IOException {
            ReleaseSink opened = topics.open();
            return new ReleaseSink() {
                @Override
                public void resume(SortedMap<Long, Collection<PublishedRow>> pending)
                        throws IOException, InterruptedException {
                    opened.resume(pending);
                }

                @Override
                public void publish(long number, Collection<PublishedRow> rows)
                        throws IOException, InterruptedException {
                    opened.publish(number, rows);
                    if (FORGOT.compareAndSet(false, true)) {
                        throw new IOException("failed on purpose behind a batch");
                    }
                }

                @Override
                public void close() throws IOException {
                    opened.close();
                }
            };
        }
    }

    private CounterSink counters(Pipeline pipeline) {
        return new CounterFile(dir.resolve("private").toString(), pipeline.plan());
    }

    /** Returns all lines that were ever written, by the ends of their windows. */
    private static Map<Long, List<String>> released(BrokerProcess broker) {
        Map<Long, List<String>> byEnd = new TreeMap<>();
        broker.read(TOPIC + "-released", message -> {
            String[] releaseId = new String(message.key(), StandardCharsets.UTF_8).split("/", -1);
            byEnd.computeIfAbsent(Long.valueOf(releaseId[releaseId.length - 1]), end -> new ArrayList<>())
                    .add(new String(message.value(), StandardCharsets.UTF_8));
        });
        return byEnd;
    }
}
