package dev.weir.jobs.kafka;

import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.operators.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Operations on ledger topics, for tests.
 *
 * @param brokers host:port
 */
public record LedgerTopics(String brokers) {

    /** Opens the ledger in a topic for a domain with no other ledger, whatever its name is, because tests share brokers. */
    public Ledger.Factory ownDomain(String topic, Map<String, String> properties) {
        Map<String, String> client = new HashMap<>(properties);
        client.put("bootstrap.servers", brokers);
        Ledger.Factory place = KafkaLedger.of(client, topic);
        return (domain, pipeline) -> place.open(domain + "-of-" + topic, pipeline);
    }

    /** Returns the bytes of all records of a ledger, of whatever domain. The topic is made if it is missing. */
    public List<byte[]> records(String topic) throws Exception {
        List<byte[]> records = new ArrayList<>();
        ClientSettings settings = LedgerSettings.of(Map.of("bootstrap.servers", brokers));
        try (Admin admin = settings.admin()) {
            LedgerTopic.Found found = LedgerTopic.requireUsable(admin, topic, TopicRole.LEDGER);
            new LedgerLog(settings, admin, new LedgerLog.Topic(topic, found, Set.of()))
                    .read(LedgerRecords.of(records::add));
        }
        return records;
    }

    /** Copies a ledger up to its first batch to a new topic. */
    public void copyFirstBatch(String from, String to) throws Exception {
        List<byte[]> all = records(from);
        int seal = 0;
        while (!(LedgerBytes.decode(all.get(seal)).orElseThrow() instanceof BatchSeal)) {
            seal++;
        }
        List<byte[]> records = all.subList(0, seal + 1);
        records(to);
        append(to, records);
    }

    /** Writes the bytes of records to a topic. */
    public void append(String topic, List<byte[]> records) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (byte[] record : records) {
                producer.send(new ProducerRecord<>(topic, 0, null, record)).get();
            }
        }
    }

    /** Deletes a topic, and returns when the brokers no longer know it. */
    public void delete(String topic) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteTopics(Set.of(topic)).all().get();
        }
        while (isThere(topic)) {
            Thread.sleep(20);
        }
    }

    /** Deletes all records of a topic, whose start is its end then. */
    public void deleteAll(String topic) throws Exception {
        try (Admin admin = admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get();
        }
    }

    /** Creates a topic of one partition, and returns when the brokers know it. */
    public void create(String topic, Map<String, String> settings) throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(Set.of(new NewTopic(topic, Optional.of(1), Optional.empty()).configs(settings)))
                    .all()
                    .get();
        }
        while (!isThere(topic)) {
            Thread.sleep(20);
        }
    }

    /** Changes a setting of a topic, and returns the former value once the brokers report the change. */
    public String set(String topic, String name, String value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = admin()) {
            String before = setting(admin, resource, name);
            AlterConfigOp change = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(resource, Set.of(change)))
                    .all()
                    .get();
            while (!setting(admin, resource, name).equals(value)) {
                Thread.sleep(20);
            }
            return before;
        }
    }

    private static String setting(Admin admin, ConfigResource resource, String name) throws Exception {
        Map<ConfigResource, Config> described =
                admin.describeConfigs(Set.of(resource)).all().get();
        return described.values().iterator().next().get(name).value();
    }

    /** Whether the brokers know a topic. */
    public boolean isThere(String topic) {
        try (Admin admin = admin()) {
            return admin.listTopics().names().get().contains(topic);
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", brokers));
    }
}
