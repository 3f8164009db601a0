package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kind.encode.EncodeKind;
import dev.weir.jobs.pipeline.ReleaseTopics;
import dev.weir.operators.counters.CounterSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway draws a report of each of {@value #RECORDS} records, while its task manager is lost again and again in the middle of
 * records, with the memory of all its tasks. A reader who sees uncommitted rows too looks on all the time.
 *
 * <p>At epsilon 16, a report names another option than the answer with probability 5.7e-6. So the numbers of reports of each
 * option tell whether every record has one: more than {@value #MOST_OTHERS} wrong ones among all have probability below 1e-12.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class EncodeCrashIT {

    private static final int RECORDS = 100_000;
    private static final int OPTIONS = 50;
    private static final int MOST_OTHERS = 12;
    private static final String NAME = "encode-crash";

    /** How often the task manager is lost: more by {@code -Dweir.losses=20 -DargLine=-Dweir.losses=20}. */
    private static final int LOSSES = Integer.getInteger("weir.losses", 6);

    private static final int PATIENCE_MILLIS = 240_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @Timeout(1200)
    void whatever_is_lost_every_record_has_exactly_one_report_that_was_ever_readable(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic(NAME, 2, Map.of("message.timestamp.type", "LogAppendTime"));
        Pipeline pipeline = pipeline(broker.address());
        Pipelines.requireTopics(pipeline);
        SplittableRandom dice = new SplittableRandom(35);
        try (PublicTopicReader reader =
                        new PublicTopicReader(broker.address(), pipeline.sink().released(), "read_uncommitted");
                KillableCluster job = KillableCluster.start(job(pipeline))) {
            for (int loss = 0; loss <= LOSSES; loss++) {
                int before = reader.messages();
                send(broker.address(), loss);
                if (loss % 2 == 0) {
                    await("reports after loss " + loss, () -> reader.messages() > before);
                } else {
                    Thread.sleep(
                            500 + dice.nextInt(1000)); // somewhere in a start, a checkpoint, a commit or its copies
                }
                if (loss < LOSSES) {
                    job.loseTaskManager();
                }
            }
            await("all reports", () -> reader.messages() >= RECORDS);
            Thread.sleep(1000); // for what must not come
            verify(pipeline, reader);
            verifyLedger(broker.address());
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        for (long left = PATIENCE_MILLIS; !condition.call(); left -= 20) {
            assertThat(left).as("waits in vain for " + what).isPositive();
            Thread.sleep(20);
        }
    }

    /** Sends the next part of the records, each of another person. */
    private static void send(String brokers, int part) throws Exception {
        int from = (int) ((long) RECORDS * part / (LOSSES + 1));
        int to = (int) ((long) RECORDS * (part + 1) / (LOSSES + 1));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = from; i < to; i++) {
                String record = Instant.now() + ",person-" + i + "," + i % OPTIONS;
                Future<?> unused =
                        producer.send(new ProducerRecord<>(NAME, i % 2, null, record.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    private static void verify(Pipeline pipeline, PublicTopicReader reader) {
        Map<String, Set<String>> seen = reader.seen();
        assertThat(seen).as("reports that were ever readable").hasSize(RECORDS);
        assertThat(seen.values()).allSatisfy(lines -> assertThat(lines).hasSize(1));
        assertThat(reader.messages()).as("reports that stand in the topic").isEqualTo(RECORDS);
        CategoryQuestion question =
                (CategoryQuestion) EncodeKind.answer(pipeline).terms().question();
        long[] counts = new long[OPTIONS];
        for (Set<String> lines : seen.values()) {
            LocalReport report = LocalReport.parse(lines.iterator().next());
            assertThat(report.mechanism()).isEqualTo(question.id());
            assertThat(question.mechanism().count(report.bytes(), counts)).isTrue();
        }
        long others = 0;
        for (long count : counts) {
            others += Math.max(0, count - RECORDS / OPTIONS);
        }
        assertThat(others).as("reports beyond one of each record").isLessThanOrEqualTo(MOST_OTHERS);
    }

    private static void verifyLedger(String brokers) throws Exception {
        List<byte[]> records = new LedgerTopics(brokers).records(NAME + "-ledger");
        assertThat(LedgerAudit.of(NAME, records).view().broken()).isEmpty();
    }

    private Pipeline pipeline(String brokers) throws Exception {
        String options =
                IntStream.range(0, OPTIONS).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(", "));
        String text = """
                pipeline: %1$s
                kind: encode
                domain: {name: %1$s}
                source:
                  kafka: {brokers: "%2$s", topic: %1$s, start: earliest}
                  format: csv
                  columns: [time, unit, key]
                  time: time
                  unit: unit
                clock: {by: append-time, delay: 100ms, max-skew: 5m, idle: 1s}
                report: {question: number, field: key, mechanism: randomized-response, epsilon: 16, options: [%3$s]}
                allowance: {per: day, reports: 1}
                sink: {kafka: {topic: %1$s-released, ledger: %1$s-ledger}}
                checkpoint: {every: 200ms, dir: "%4$s"}
                """.formatted(
                        NAME, brokers, options, folder.resolve("checkpoints").toUri());
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), text);
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.RUN).pipeline();
    }

    private static StreamExecutionEnvironment job(Pipeline pipeline) throws Exception {
        StreamExecutionEnvironment env = Pipelines.job(pipeline, KafkaLedger.access(pipeline))
                .prepare(2, ReleaseTopics.sink(pipeline), CounterSink.NONE);
        env.configure(Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000",
                "restart-strategy.fixed-delay.delay", "50 ms")));
        return env;
    }
}
