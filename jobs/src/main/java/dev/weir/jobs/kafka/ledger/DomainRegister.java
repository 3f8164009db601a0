package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The domains that have been seen on these brokers, in the private, compacted topic {@value #TOPIC}: the newest record of each says
 * where its ledger is. Consumer groups' offsets and transactional ids expire a week after their last use; this does not.
 *
 * <p>A record is written in the same transaction as the entries of the domain's chain that it names, under the domain's own
 * transactional id. So a ledger has an entry exactly if the register knows of the domain, and of two starts that race with two
 * ledgers the second one reads what the first has written. The topic's name is not configurable: whoever could change it could make
 * every domain unknown.
 */
public final class DomainRegister {

    /** The topic's name. */
    public static final String TOPIC = Sink.REGISTER;

    private final ClientSettings settings;
    private final Admin admin;
    private @Nullable LedgerLog log;

    private DomainRegister(ClientSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /**
     * The register of some brokers; its topic is made if it is missing.
     *
     * @param settings what all clients of the ledger share
     * @param admin a client of these brokers, which the caller closes once the register is not used any more
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if the topic can forget a domain, or is missing and may not be made
     */
    public static DomainRegister open(ClientSettings settings, Admin admin) throws IOException {
        DomainRegister register = new DomainRegister(settings, admin);
        register.requireTopic();
        return register;
    }

    /**
     * A register for a reader that writes nothing yet: a missing topic is not made, and a reading then knows of no domain.
     *
     * @param settings what all clients of the ledger share
     * @param admin a client of these brokers, which the caller closes once the register is not used any more
     */
    public static DomainRegister looking(ClientSettings settings, Admin admin) {
        return new DomainRegister(settings, admin);
    }

    /**
     * Returns when the topic is there; it is made if it is missing.
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
     * The recorded facts about each domain, by its name; empty while the topic is missing. It waits for the end of a
     * start of any domain that is under way.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if the first records are missing, or there is a record of no known form, or
     *     an empty one, which stands for one that somebody has deleted: it may be about any domain. Compaction leaves the start of the
     *     log where it is
     */
    Map<String, RegisteredDomain> read() throws IOException, InterruptedException {
        Map<String, RegisteredDomain> domains = new TreeMap<>();
        if (log == null && LedgerTopic.isThere(admin, TOPIC)) {
            log = usable();
        }
        if (log == null) {
            return domains;
        }
        log.read(LedgerRecords.of(bytes -> read(bytes, domains), () -> {
            throw incomplete();
        }));
        return domains;
    }

    private static void read(byte[] bytes, Map<String, RegisteredDomain> domains) {
        if (bytes.length == 0) {
            throw incomplete();
        }
        RegisteredDomain seen = RegisteredDomain.of(bytes).orElseThrow(DomainRegister::unreadable);
        domains.put(seen.domain(), seen);
    }

    private static RuntimeException incomplete() {
        return LedgerTopic.unusable(
                "topic " + TOPIC + " has lost a record, which may be of any domain: restore the topic; if that"
                        + " is not possible, see docs/operations.md, and let nobody delete there");
    }

    private static RuntimeException unreadable() {
        return LedgerTopic.unusable(
                "topic " + TOPIC + " has a record that this build cannot read: run no older build than the"
                        + " newest that has run on these brokers, and let nobody else write there");
    }

    /** The message of a record. */
    static ProducerRecord<byte[], byte[]> message(RegisteredDomain seen) {
        return new ProducerRecord<>(TOPIC, 0, seen.domain().getBytes(StandardCharsets.UTF_8), seen.bytes());
    }
}
