package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.Transaction;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.apache.flink.core.execution.JobClient;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests windows and a delay of one second and an idle time of three, with transactions that stay open for longer than all of them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class OpenTransactionsIT {

    private static final Map<String, String> BY_BROKER = Map.of("message.timestamp.type", "LogAppendTime");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private int units;

    @Test
    @Timeout(600)
    void a_producer_that_commits_less_often_than_partitions_count_as_idle_loses_nothing(EmbeddedBroker broker)
            throws Exception {
        Pipeline pipeline = pipeline(broker, "slow-commits", Duration.ofMinutes(16));
        JobClient job = Pipelines.job(pipeline, Pipelines.ledger(pipeline))
                .prepare(2, releases(pipeline), counters(pipeline))
                .executeAsync(pipeline.name());
        await(() -> !released(broker, pipeline).isEmpty());
        try (Transaction transaction = Transaction.begin(broker.address(), "slow-commits")) {
            for (int commit = 0; commit < 2; commit++) {
                for (int i = 0; i < 14; i++) {
                    transaction.send(record());
                    Thread.sleep(500);
                }
                transaction.commitAndBegin();
            }
        }
        await(() -> decided() == 28);
        assertThat(counters().get("counted").asInt()).as(counters().toString()).isEqualTo(28);
        cancel(job);
        Containment.assertNoneIn(released(broker, pipeline).toString());
    }

    @Test
    @Timeout(600)
    void a_hostile_transaction_costs_nobody_a_record_unless_it_outlasts_the_hold_and_then_it_is_said(
            EmbeddedBroker broker) throws Exception {
        Pipeline pipeline = pipeline(broker, "hostile", Duration.ofSeconds(11));
        try (LogCapture log = LogCapture.into(dir.resolve("log"))) {
            JobClient job = Pipelines.job(pipeline, Pipelines.ledger(pipeline))
                    .prepare(2, releases(pipeline), counters(pipeline))
                    .executeAsync(pipeline.name());
            await(() -> !released(broker, pipeline).isEmpty());
            sendBehindShortTransaction(broker);
            await(() -> decided() == 4);
            assertCounted(4);
            assertThat(log.text()).doesNotContain("clock.hold");
            sendBehindLongTransaction(broker, pipeline);
            await(() -> decided() == 6);
            assertCounted(4);
            assertThat(counters().get("rejected").get("HELD_TOO_LONG").asInt()).isEqualTo(2);
            cancel(job);
            assertThat(log.text()).contains("2 records came after their windows had closed");
            Containment.assertNoneIn(released(broker, pipeline).toString(), log.text());
        }
    }

    /** Sends four records after the beginning of a transaction that is open for less than the hold. */
    private void sendBehindShortTransaction(EmbeddedBroker broker) throws Exception {
        try (var producer = ClientSettings.of(broker.address(), Map.of()).producer();
                Transaction hostile = Transaction.begin(broker.address(), "hostile")) {
            assertThat(producer.partitionsFor("hostile")).hasSize(1); // looked up before a record has its time
            hostile.send(record());
            for (int i = 0; i < 4; i++) {
                byte[] value = record().getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>("hostile", 0, null, value)).get();
                Thread.sleep(1750);
            }
        }
    }

    /** Sends two records after the beginning of a transaction that is open until their windows have closed. */
    private void sendBehindLongTransaction(EmbeddedBroker broker, Pipeline pipeline) throws Exception {
        try (Transaction hostile = Transaction.begin(broker.address(), "hostile")) {
            hostile.send(record());
            Messages.send(broker.address(), "hostile", 0, record(), record());
            long sent = System.currentTimeMillis();
            await(() -> released(broker, pipeline).last() > sent + 2000);
        }
    }

    /** Cancels the job, and returns when it has ended: it writes checkpoints until then. */
    private static void cancel(JobClient job) throws Exception {
        job.cancel().get();
        job.getJobExecutionResult().handle((result, cancelled) -> result).get();
    }

    private void assertCounted(int records) throws Exception {
        assertThat(counters().get("counted").asInt()).as(counters().toString()).isEqualTo(records);
    }

    /** Returns a record with the present time and a new unit. */
    private String record() {
        return Instant.now() + "," + Containment.CANARY + units++ + ",en";
    }

    private Pipeline pipeline(EmbeddedBroker broker, String topic, Duration hold) throws Exception {
        broker.createTopic(topic, 1, BY_BROKER);
        Pipeline pipeline = Pipelines.held(broker.address(), topic, dir.resolve("checkpoints"), hold);
        Pipelines.requireTopics(pipeline);
        return pipeline;
    }

    private static KafkaReleaseSink.Factory releases(Pipeline pipeline) {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(
                pipeline.sink().released(), pipeline.sink().withheld());
        return new KafkaReleaseSink.Factory(pipeline.source().kafka().brokers(), Map.of(), topics);
    }

    private CounterFile counters(Pipeline pipeline) {
        return new CounterFile(dir.resolve("private").toString(), pipeline.plan());
    }

    /** Returns the ends of the released windows. */
    private static NavigableSet<Long> released(EmbeddedBroker broker, Pipeline pipeline) {
        NavigableSet<Long> ends = new TreeSet<>();
        broker.read(pipeline.sink().released(), row -> {
            String releaseId = new String(row.key(), StandardCharsets.UTF_8);
            ends.add(Long.valueOf(releaseId.substring(releaseId.lastIndexOf('/') + 1)));
        });
        return ends;
    }

    /** Returns the number of records with any outcome. */
    private int decided() throws Exception {
        if (!Files.exists(dir.resolve("private/counters.json"))) {
            return 0;
        }
        int decided = counters().get("counted").asInt();
        for (JsonNode rejected : counters().get("rejected")) {
            decided += rejected.asInt();
        }
        return decided;
    }

    private JsonNode counters() throws Exception {
        return new ObjectMapper()
                .readTree(Files.readString(dir.resolve("private/counters.json")))
                .get("hourly");
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.sleep(100);
        }
    }
}
