package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests the identity of a ledger's topic, the length of its rows, and foreign records in it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class LedgerTopicIT {

    private final String topic = "ledger-" + UUID.randomUUID();
    private final EmbeddedBroker broker;

    LedgerTopicIT(EmbeddedBroker broker) {
        this.broker = broker;
    }

    private Ledger.Factory place() {
        return new LedgerTopics(broker.address()).ownDomain(topic, Map.of("transaction.timeout.ms", "10000"));
    }

    private static Map<String, String> sound(String longest) {
        return Map.of(
                "cleanup.policy", "delete",
                "retention.ms", "-1",
                "retention.bytes", "-1",
                "unclean.leader.election.enable", "false",
                "max.message.bytes", longest);
    }

    @Test
    void a_reading_goes_on_behind_the_one_before_while_what_that_one_has_read_stands() throws Exception {
        try (LedgerBench bench = new LedgerBench(place())) {
            Ledger owner = bench.own("p", "run");
            owner.writePipeline(bench.batch("p", 2));
            Ledger reader = bench.open("q");
            List<byte[]> shown = new ArrayList<>();
            LedgerRecords receiver = LedgerRecords.of(shown::add, () -> {});
            assertThat(reader.readOn(receiver)).isFalse();
            reader.read(receiver);
            bench.own("z", "run");
            owner.writePipeline(bench.batch("p", 1));
            assertThat(reader.readOn(receiver)).isTrue();
            assertThat(reader.readOn(receiver)).isTrue();
            assertThat(shown).containsExactlyElementsOf(bench.records(reader));
            assertThat(reader.readOn(receiver))
                    .as("the receiver of another reading")
                    .isFalse();
            reader.read(receiver);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
                admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(1)))
                        .all()
                        .get();
            }
            assertThat(reader.readOn(receiver)).as("a log that was cut").isFalse();
        }
    }

    /** The new topic has the same offsets as the deleted one. A batch there would follow records of another ledger. */
    @Test
    void a_topic_that_was_made_again_with_as_many_records_gets_no_batch() throws Exception {
        try (LedgerBench bench = new LedgerBench(place())) {
            Ledger owner = bench.own("p", "run");
            List<? extends LedgerRecord> batch = bench.batch("p", 3);
            List<byte[]> other = Stream.of(1, 2, 3, 4, 5, 6, 7, 8)
                    .map(number -> new byte[] {number.byteValue()})
                    .toList();
            LedgerTopics topics = new LedgerTopics(broker.address());
            topics.delete(topic);
            assertThat(topics.records(topic)).isEmpty();
            topics.append(topic, other);
            Ledger reader = bench.open("q");
            assertThat(owner.writePipeline(batch)).isEqualTo(Ledger.Result.UNKNOWN);
            assertThat(bench.records(reader)).containsExactlyElementsOf(other);
            owner.takePipeline();
            assertThat(bench.records(owner)).containsExactlyElementsOf(other);
            assertThat(owner.writePipeline(batch))
                    .as("what the topic says has been read by now")
                    .isEqualTo(Ledger.Result.WRITTEN);
        }
    }

    /** The client's own limit of a megabyte must not apply, whatever the properties say. */
    @Test
    void a_batch_of_any_size_is_written_in_requests_that_the_topic_takes() throws Exception {
        broker.createTopic(topic, 1, sound("3000000"));
        Ledger.Factory narrow =
                new LedgerTopics(broker.address()).ownDomain(topic, Map.of("max.request.size", "100000"));
        try (LedgerBench bench = new LedgerBench(narrow)) {
            Ledger owner = bench.own("p", "run");
            assertThat(owner.writePipeline(bench.longBatch("p", 4, 2_000_000))).isEqualTo(Ledger.Result.WRITTEN);
            assertThat(bench.view().pipeline("p").tip().sequence()).isEqualTo(1);
        }
    }

    /** Messages of several rows are at most half as long as the topic accepts, and batches at most as long. */
    @Test
    void a_batch_is_written_although_the_topic_takes_less_than_a_request() throws Exception {
        broker.createTopic(topic, 1, sound("10000"));
        try (LedgerBench bench = new LedgerBench(place())) {
            Ledger owner = bench.own("p", "run");
            assertThat(owner.writePipeline(bench.longBatch("p", 3000, 200))).isEqualTo(Ledger.Result.WRITTEN);
            assertThat(bench.view().pipeline("p").tip().sequence()).isEqualTo(1);
            assertThat(bench.view().broken()).isEmpty();
        }
    }

    @Test
    void a_row_that_is_longer_than_the_topic_takes_is_refused_with_the_setting_and_not_tried_again() throws Exception {
        broker.createTopic(topic, 1, sound("100000"));
        try (LedgerBench bench = new LedgerBench(place())) {
            Ledger owner = bench.own("p", "run");
            List<LedgerRecord> batch = bench.longBatch("p", 3, 200_000);
            assertThatThrownBy(() -> owner.writePipeline(batch))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("LEDGER_UNUSABLE: a row is longer than topic " + topic)
                    .hasStackTraceContaining("max.message.bytes");
            assertThat(bench.records(bench.open("q"))).hasSize(2);
        }
    }

    @Test
    void rows_are_compressed_unless_client_properties_say_otherwise() throws Exception {
        long compressed = bytesOfRows(topic, Map.of());
        long plain = bytesOfRows(topic + "-plain", Map.of("compression.type", "none"));
        assertThat(compressed).isPositive().isLessThan(plain / 2);
    }

    /** Writes two thousand rows, each of which repeats the names of its domain and query, and returns how long the topic's log is, in bytes. */
    private long bytesOfRows(String topic, Map<String, String> properties) throws Exception {
        try (LedgerBench bench = new LedgerBench(new LedgerTopics(broker.address()).ownDomain(topic, properties));
                Admin admin = admin()) {
            Ledger owner = bench.own("p", "run");
            assertThat(owner.writePipeline(bench.batch("p", 2000))).isEqualTo(Ledger.Result.WRITTEN);
            assertThat(bench.view().pipeline("p").tip().sequence()).isEqualTo(1);
            List<Integer> nodes =
                    admin.describeCluster().nodes().get().stream().map(Node::id).toList();
            return admin.describeLogDirs(nodes).allDescriptions().get().values().stream()
                    .flatMap(folders -> folders.values().stream())
                    .map(folder -> folder.replicaInfos().get(new TopicPartition(topic, 0)))
                    .filter(Objects::nonNull)
                    .mapToLong(ReplicaInfo::size)
                    .sum();
        }
    }

    @Test
    void a_topic_that_must_be_there_is_not_made_and_its_field_is_named() throws Exception {
        String missing = "ledger-" + UUID.randomUUID();
        try (Admin admin = admin()) {
            assertThatThrownBy(() -> LedgerTopic.requireThere(admin, missing, "sink.kafka.ledger"))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining(
                            "LEDGER_UNUSABLE: sink.kafka.ledger: topic " + missing + " does not exist");
        }
        assertThat(new LedgerTopics(broker.address()).isThere(missing)).isFalse();
    }

    /**
     * The offsets are: two entries and the end of their transaction, two rows that share a message, their seal, and the end
     * of their transaction.
     */
    @Test
    void what_a_stranger_writes_is_seen_by_the_running_owner_and_skipped_once_its_pipeline_goes_on() throws Exception {
        try (LedgerBench bench = new LedgerBench(place())) {
            Ledger owner = bench.own("p", "run");
            owner.writePipeline(bench.batch("p", 2));
            CompletableFuture<Boolean> seen = new CompletableFuture<>();
            owner.watch(records -> seen.complete(records == 1));
            new LedgerTopics(broker.address()).append(topic, List.of(new byte[] {42}));
            assertThat(seen.get(240, TimeUnit.SECONDS)).isTrue();
            assertThat(bench.view().broken()).hasValueSatisfying(found -> assertThat(found)
                    .hasToString("UNREADABLE at record 5, partition 0, offset 6"
                            + " (nothing of pipeline p behind it shows that no batch is missing)"));
            owner.writePipeline(bench.batch("p", 1));
            assertThat(bench.view().broken()).isEmpty();
            assertThat(bench.view().skipped()).hasToString("1 (record 5, partition 0, offset 6)");
        }
    }

    /** No register knows of a copy, so its own records must prove that nothing is missing. */
    @Test
    void a_copy_with_records_of_strangers_is_whole_and_one_with_other_bytes_in_place_of_a_record_is_not()
            throws Exception {
        LedgerTopics topics = new LedgerTopics(broker.address());
        List<byte[]> whole;
        try (LedgerBench bench = new LedgerBench(place())) {
            bench.own("p", "run").writePipeline(bench.batch("p", 2));
            bench.own("q", "run").writePipeline(bench.batch("q", 1));
            bench.own("p", "again");
            bench.own("q", "again");
            whole = topics.records(topic);
        }
        List<byte[]> foreign = Arrays.asList(null, new byte[0], new byte[] {0, 0, 0, 0, 9}, new byte[] {0});
        List<byte[]> copy = new ArrayList<>(whole);
        copy.addAll(whole.size() - 2, foreign);
        copy.addAll(2, foreign);
        assertThat(copied(topics, copy).skipped().count()).isEqualTo(8);
        for (int at : new int[] {0, 4, whole.size() - 1}) {
            List<byte[]> damaged = new ArrayList<>(whole);
            damaged.set(at, "{}".getBytes(StandardCharsets.UTF_8));
            assertThat(copied(topics, damaged).broken())
                    .as("record %d", at)
                    .hasValueSatisfying(found -> assertThat(found.position()).isEqualTo(new RecordPosition(at, at)));
        }
    }

    private LedgerView copied(LedgerTopics topics, List<byte[]> records) throws Exception {
        String copy = "ledger-" + UUID.randomUUID();
        topics.records(copy);
        topics.append(copy, records);
        try (LedgerBench bench = new LedgerBench(topics.ownDomain(copy, Map.of()))) {
            return bench.view();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.address()));
    }
}
