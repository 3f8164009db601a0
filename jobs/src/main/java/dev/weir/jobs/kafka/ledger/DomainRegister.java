package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The register of the domains that have started on these brokers: the private, compacted topic {@value #TOPIC}. The newest
 * record of each domain names the topic of its ledger. By default, offsets of consumer groups and transactional ids expire a
 * week after their last use; the records of the register do not expire.
 *
 * <p>A record of the register is written under the domain's own transactional id, in the same transaction as the domain
 * entries that it names. So a ledger has an entry exactly if the register knows of the domain. If two starts race with two
 * ledgers, the second reads what the first has written. A domain's first record may be a claim on its topic ({@link TopicClaim}). The topic's name is not configurable, because another name would make
 * every domain unknown.
 */
public final class DomainRegister {

    /** The topic's name. */
    public static final String TOPIC = Sink.REGISTER;

    private final ClientSettings settings;
    private final Admin admin;
    private @Nullable LedgerLog log;
    private @Nullable RegisterContents contents;

    private DomainRegister(ClientSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /**
     * Opens the register on some brokers, and makes its topic if it is missing.
     *
     * @param settings the settings that all clients of the ledger share
     * @param admin a client of these brokers; the caller closes it when the register is no longer used
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a
     *     {@link dev.weir.operators.state.restore.StartRefused} if the topic's settings could lose a domain, or if the topic
     *     is missing and may not be made
     */
    public static DomainRegister open(ClientSettings settings, Admin admin) throws IOException {
        DomainRegister register = new DomainRegister(settings, admin);
        register.requireTopic();
        return register;
    }

    /**
     * Opens the register for a caller that writes nothing yet. A missing topic is not made, and the register is then empty.
     *
     * @param settings the settings that all clients of the ledger share
     * @param admin a client of these brokers; the caller closes it when the register is no longer used
     */
    public static DomainRegister looking(ClientSettings settings, Admin admin) {
        return new DomainRegister(settings, admin);
    }

    /**
     * Makes the topic if it is missing, and checks the topic's settings, unless this object has checked them before.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException in the cases of {@link #open}
     */
    void requireTopic() throws IOException {
        if (log == null) {
            log = usable();
        }
    }

    private LedgerLog usable() throws IOException {
        LedgerTopic.Found found = LedgerTopic.requireUsable(admin, TOPIC, TopicRole.REGISTER);
        return new LedgerLog(settings, admin, new LedgerLog.Topic(TOPIC, found, Set.of()));
    }

    /**
     * Returns the recorded facts about each domain; none if the topic is missing. The reading waits until no start of any domain has a
     * transaction open.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a
     *     {@link dev.weir.operators.state.restore.StartRefused} if the first records are missing (compaction alone does not
     *     remove the start of the log), or if a record has an unknown form or is empty. An empty record is what remains of a
     *     deleted one, and may be of any domain
     */
    RegisterContents read() throws IOException, InterruptedException {
        if (log == null && LedgerTopic.isThere(admin, TOPIC)) {
            log = usable();
        }
        return log == null ? new RegisterContents() : read(log);
    }

    /** Reads the log, unless it is known to have the records of the reading before: no caller changes what that has returned. */
    private RegisterContents read(LedgerLog found) throws IOException, InterruptedException {
        RegisterContents before = contents;
        if (before != null && found.isAsRead()) {
            return before;
        }
        RegisterContents domains = new RegisterContents();
        found.read(LedgerRecords.of(bytes -> read(bytes, domains), () -> {
            throw incomplete();
        }));
        contents = domains;
        return domains;
    }

    private static void read(byte[] bytes, RegisterContents domains) {
        if (bytes.length == 0) {
            throw incomplete();
        }
        domains.add(RegisteredDomain.of(bytes).orElseThrow(DomainRegister::unreadable));
    }

    private static RuntimeException incomplete() {
        return LedgerTopic.unusable(
                "topic " + TOPIC + " has lost a record, which may be of any domain: restore the topic; if that"
                        + " is not possible, see docs/ledger.md, and let nobody delete there");
    }

    private static RuntimeException unreadable() {
        return LedgerTopic.unusable(
                "topic " + TOPIC + " has a record that this build cannot read: run no older build than the"
                        + " newest that has run on these brokers, and let nobody else write there");
    }

    /** Returns the Kafka message that records a domain. */
    static ProducerRecord<byte[], byte[]> message(RegisteredDomain seen) {
        return new ProducerRecord<>(TOPIC, 0, seen.domain().getBytes(StandardCharsets.UTF_8), seen.bytes());
    }
}
