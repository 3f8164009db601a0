package dev.weir.jobs.kafka.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.operators.ledger.LedgerBench;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a register that has lost a record, on a broker that compacts all the time. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(600)
class DomainRegisterIT {

    private static final TopicPartition LOG = new TopicPartition(DomainRegister.TOPIC, 0);

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedBroker broker;

    private final String domain = "domain-" + UUID.randomUUID();

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(Map.of(
                "log.roll.ms", "100",
                "log.cleaner.enable", "true",
                "log.cleaner.backoff.ms", "100",
                "log.cleaner.min.cleanable.ratio", "0.0"));
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private void begin() throws Exception {
        Map<String, String> client = Map.of("bootstrap.servers", broker.address());
        try (LedgerBench bench = new LedgerBench(KafkaLedger.of(client, domain + "-ledger"), domain)) {
            bench.own("p", "run");
        }
    }

    private static List<byte[]> records(Admin admin) throws Exception {
        List<byte[]> records = new ArrayList<>();
        ClientSettings settings = LedgerSettings.of(Map.of("bootstrap.servers", broker.address()));
        LedgerTopic.Found found = LedgerTopic.requireUsable(admin, DomainRegister.TOPIC, TopicRole.REGISTER);
        new LedgerLog(settings, admin, new LedgerLog.Topic(DomainRegister.TOPIC, found, Set.of()))
                .read(LedgerRecords.of(records::add));
        return records;
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    /** A log that begins later has therefore lost more than compaction removes. */
    @Test
    void compaction_removes_the_older_records_of_a_domain_and_leaves_the_start_of_the_log_where_it_was()
            throws Exception {
        try (Admin admin = admin()) {
            int starts = 0;
            do {
                begin();
                starts++;
                Thread.sleep(300);
            } while (records(admin).size() >= starts);
            assertThat(admin.listOffsets(Map.of(LOG, OffsetSpec.earliest()))
                            .partitionResult(LOG)
                            .get()
                            .offset())
                    .isZero();
            begin();
        }
    }

    /** Brokers delete no records of a topic that is only compacted, so somebody must have changed its settings for a while. */
    @Test
    void a_register_without_its_first_records_is_refused_even_if_nothing_is_left() throws Exception {
        begin();
        LedgerTopics topics = new LedgerTopics(broker.address());
        String right = topics.set(DomainRegister.TOPIC, "cleanup.policy", "delete");
        topics.deleteAll(DomainRegister.TOPIC);
        topics.set(DomainRegister.TOPIC, "cleanup.policy", right);
        assertRefusedUntilItIsMadeAgain();
    }

    @Test
    void a_register_of_which_somebody_has_deleted_a_record_is_refused() throws Exception {
        begin();
        byte[] name = domain.getBytes(StandardCharsets.UTF_8);
        send(new ProducerRecord<>(DomainRegister.TOPIC, 0, name, null));
        assertRefusedUntilItIsMadeAgain();
    }

    private void assertRefusedUntilItIsMadeAgain() throws Exception {
        assertThatThrownBy(this::begin)
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("LEDGER_UNUSABLE: topic weir-domains has lost a record");
        new LedgerTopics(broker.address()).delete(DomainRegister.TOPIC);
        begin();
    }

    private static void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    private static void restore(CutDomain cut, ChainTip entry) throws Exception {
        send(DomainRegister.message(new RegisteredDomain(cut.name, cut.topic, Set.of(), entry, List.of())));
    }

    /** The newest entry of such a register has been cut off, and the digest of every entry is in a snapshot. */
    @Test
    void a_register_that_was_restored_from_before_a_cut_refuses_a_ledger_without_its_entry_and_no_other_one()
            throws Exception {
        CutDomain cut = new CutDomain(broker.address());
        JournalState first = cut.run("p", "first", cut.empty("p"), 1).get(1);
        ChainTip early = cut.report().view().tip();
        cut.snapshot();
        JournalState newest = cut.run("p", "second", first, 2).get(1);
        cut.snapshot();
        try (LedgerCut place = LedgerCut.of(cut.pipeline)) {
            cut.deleteBefore(place.look().before());
        }
        restore(cut, new ChainTip(early.sequence(), ChainHash.digest(new byte[0])));
        assertThatThrownBy(() -> cut.start(CutDomain.request("p", "next"), newest))
                .hasStackTraceContaining("LEDGER_BEHIND")
                .hasStackTraceContaining("does not have that entry");
        restore(cut, early);
        assertThat(cut.start(CutDomain.request("p", "next"), newest)).isInstanceOf(StartStep.Go.class);
    }
}
