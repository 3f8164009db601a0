package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.OpenTransaction;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.Transaction;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerBench;
import dev.weir.operators.ledger.LedgerContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a ledger in a topic of a real broker keeps the guarantees of every ledger. */
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class KafkaLedgerIT extends LedgerContract {

    private static final Map<String, String> SOUND = Map.of(
            "cleanup.policy", "delete",
            "retention.ms", "-1",
            "retention.bytes", "-1",
            "unclean.leader.election.enable", "false");

    private final EmbeddedBroker broker;
    private String topic = "";

    KafkaLedgerIT(EmbeddedBroker broker) {
        this.broker = broker;
    }

    private static Map<String, String> soundBut(String name, String value) {
        Map<String, String> all = new HashMap<>(SOUND);
        all.put(name, value);
        return all;
    }

    @Override
    protected Ledger.Factory emptyPlace() {
        topic = "ledger-" + UUID.randomUUID();
        return place("10000");
    }

    private Ledger.Factory place(String timeoutMillis) {
        return new LedgerTopics(broker.address()).ownDomain(topic, Map.of("transaction.timeout.ms", timeoutMillis));
    }

    @Test
    void a_topic_that_is_missing_is_made_with_what_a_ledger_needs() throws Exception {
        emptyPlace().open(LedgerBench.DOMAIN, "p").close();
        try (Admin admin = admin()) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            Config settings = admin.describeConfigs(Set.of(resource))
                    .all()
                    .get()
                    .values()
                    .iterator()
                    .next();
            assertThat(settings.entries())
                    .extracting(setting -> Map.entry(setting.name(), String.valueOf(setting.value())))
                    .containsAll(SOUND.entrySet());
            assertThat(admin.describeTopics(Set.of(topic)).allTopicNames().get().values())
                    .singleElement()
                    .satisfies(described -> assertThat(described.partitions()).hasSize(1));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cleanup.policy, compact",
        "cleanup.policy, 'compact,delete'",
        "retention.ms, 86400000",
        "retention.bytes, 1000000000",
        "unclean.leader.election.enable, true"
    })
    void a_topic_that_may_lose_a_record_is_refused_with_the_name_of_the_setting(String name, String value)
            throws Exception {
        emptyPlace();
        broker.createTopic(topic, 1, soundBut(name, value));
        assertUnusable(name);
    }

    @Test
    void a_topic_of_several_partitions_has_no_order_and_is_refused() throws Exception {
        emptyPlace();
        broker.createTopic(topic, 2, SOUND);
        assertUnusable("must have 1 partition, has 2");
    }

    private void assertUnusable(String rule) {
        assertThatThrownBy(() -> place("10000").open(LedgerBench.DOMAIN, "p"))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("LEDGER_UNUSABLE: topic " + topic + " ")
                .hasStackTraceContaining(rule);
    }

    @Test
    void brokers_that_do_not_answer_are_no_refusal() {
        Ledger.Factory nowhere = KafkaLedger.of(
                Map.of(
                        "bootstrap.servers",
                        "127.0.0.1:1",
                        "default.api.timeout.ms",
                        "1500",
                        "request.timeout.ms",
                        "1000"),
                "ledger");
        assertThatThrownBy(() -> nowhere.open(LedgerBench.DOMAIN, "p")).isInstanceOf(IOException.class);
    }

    @Test
    void a_time_out_beyond_what_the_brokers_allow_is_refused_by_its_name() throws Exception {
        emptyPlace();
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", broker.address());
        properties.setProperty("transaction.timeout.ms", "90000000");
        try (Ledger ledger = KafkaLedger.of(properties, topic).open(LedgerBench.DOMAIN, "p")) {
            assertThatThrownBy(ledger::takePipeline)
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("LEDGER_UNUSABLE: transaction.timeout.ms");
        }
    }

    @Test
    void a_place_names_its_brokers_and_no_password() {
        assertThat(KafkaLedger.of(
                        Map.of("bootstrap.servers", "b:9092", "sasl.jaas.config", "password=\"secret\""),
                        "wiki-ledger"))
                .hasToString("topic wiki-ledger at b:9092");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaLedger.of(Map.of(), "wiki-ledger"))
                .withMessage("properties must hold bootstrap.servers");
    }

    @Test
    void a_ledger_whose_first_records_were_deleted_without_snapshots_is_broken_even_if_nothing_is_left()
            throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            bench.own("p", "run").writePipeline(bench.batch("p", 2));
            delete(1);
            assertThat(bench.view().broken())
                    .hasValueSatisfying(found -> assertThat(found.reason()).isEqualTo(Reason.CUT));
            delete(-1);
            assertThatThrownBy(() -> bench.records(bench.open("q")))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("LEDGER_BEHIND");
        }
    }

    private void delete(long before) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
                    .all()
                    .get();
        }
    }

    /** Records after the beginning of an open transaction are not shown without it. */
    @Test
    void a_reading_waits_for_a_transaction_that_is_under_way() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            Ledger owner = bench.own("p", "run");
            Ledger reader = bench.open("q");
            List<byte[]> before = bench.records(reader);
            try (Transaction foreign = Transaction.begin(broker.address(), topic)) {
                foreign.send("under way");
                CompletableFuture<List<byte[]>> reading = CompletableFuture.supplyAsync(() -> records(bench, reader));
                assertThat(owner.writePipeline(List.of())).isEqualTo(Ledger.Result.WRITTEN);
                assertThatThrownBy(() -> reading.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
                foreign.commitAndBegin();
                assertThat(reading.get(240, TimeUnit.SECONDS)).hasSize(before.size() + 1);
            }
        }
    }

    private static List<byte[]> records(LedgerBench bench, Ledger reader) {
        try {
            return bench.records(reader);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The brokers abort the transaction after its time-out; the next owner need not wait for this. */
    @Test
    void what_a_process_that_is_gone_has_begun_is_void_once_its_id_is_taken() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            Ledger owner = bench.own("p", "run");
            List<? extends LedgerRecord> batch = bench.batch("p", 3);
            CompletableFuture<Ledger.Result> stuck = CompletableFuture.supplyAsync(
                    () -> write(owner, stopping(batch, () -> LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3)))));
            Ledger next = bench.open("p");
            next.takePipeline();
            assertThat(bench.records(next)).hasSize(2);
            assertThat(stuck.get(240, TimeUnit.SECONDS)).isEqualTo(Ledger.Result.FENCED);
            assertThat(next.writePipeline(batch)).isEqualTo(Ledger.Result.WRITTEN);
            assertThat(bench.view().broken()).isEmpty();
        }
    }

    /** Returns an iterable that supplies the first record at once and the others after a pause. */
    private static Iterable<LedgerRecord> stopping(List<? extends LedgerRecord> records, Runnable pause) {
        return () -> records.stream()
                .<LedgerRecord>map(record -> record)
                .peek(record -> (record == records.get(1) ? pause : (Runnable) () -> {}).run())
                .iterator();
    }

    private static Ledger.Result write(Ledger ledger, Iterable<LedgerRecord> records) {
        try {
            return ledger.writePipeline(records);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The brokers then raise the id's epoch, although no other process took the id. Each row is so long that it is sent at once. */
    @Test
    void a_transaction_that_takes_too_long_is_void_and_its_holder_is_not_fenced() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace());
                Ledger slow = place("2000").open(LedgerBench.DOMAIN, "p")) {
            bench.start(slow, "p", "run");
            List<? extends LedgerRecord> batch = bench.longBatch("p", 30, 20_000);
            Runnable untilAborted = () -> OpenTransaction.awaitEnd(broker.address(), topic);
            assertThat(write(slow, stopping(batch, untilAborted))).isEqualTo(Ledger.Result.UNKNOWN);
            slow.takePipeline();
            assertThat(bench.records(bench.open("q"))).hasSize(2);
            assertThat(slow.writePipeline(batch)).isEqualTo(Ledger.Result.WRITTEN);
            assertThat(bench.view().broken()).isEmpty();
        }
    }

    @Test
    void a_topic_that_was_deleted_and_made_again_gets_no_batch() throws Exception {
        try (LedgerBench bench = new LedgerBench(emptyPlace())) {
            Ledger owner = bench.own("p", "run");
            List<? extends LedgerRecord> batch = bench.batch("p", 3);
            LedgerTopics topics = new LedgerTopics(broker.address());
            topics.delete(topic);
            assertThat(topics.records(topic)).isEmpty();
            assertThat(owner.writePipeline(batch)).isEqualTo(Ledger.Result.UNKNOWN);
            owner.takePipeline();
            assertThat(topics.records(topic)).isEmpty();
        }
    }

    /** A ledger that has lost its end does not show when it was last written, but its copies do. */
    @Test
    void what_has_become_visible_or_was_read_tells_of_the_present_as_the_ledger_does() throws Exception {
        String edits = "edits-" + UUID.randomUUID();
        Pipeline pipeline = Pipelines.live(broker.address(), edits, Path.of("checkpoints"));
        LedgerAccess access = KafkaLedger.access(pipeline);
        try (Ledger ledger = access.open(pipeline.plan())) {
            assertThat(ledger.lastWritten()).isEqualTo(Long.MIN_VALUE);
            long before = System.currentTimeMillis();
            broker.createTopic(edits, 1, Map.of("message.timestamp.type", "LogAppendTime"));
            Messages.send(broker.address(), edits, 5, "record");
            assertThat(ledger.lastWritten()).isBetween(before, System.currentTimeMillis());
            long copied = System.currentTimeMillis() + 1_000_000;
            broker.createTopic(pipeline.sink().released(), 2, Map.of("message.timestamp.type", "CreateTime"));
            Messages.send(broker.address(), pipeline.sink().released(), copied, "row");
            assertThat(ledger.lastWritten()).isEqualTo(copied);
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.address()));
    }
}
