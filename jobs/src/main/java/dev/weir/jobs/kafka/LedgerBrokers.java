package dev.weir.jobs.kafka;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/**
 * The brokers of a ledger, and what is looked at there before it is used.
 *
 * @param properties client properties
 * @param topic the topic of the ledger
 * @param opening what the ledger is opened for
 * @param shared the other topics of the pipeline
 */
record LedgerBrokers(Map<String, String> properties, String topic, LedgerOpening opening, SharedTopics shared)
        implements Serializable {

    LedgerBrokers {
        properties = Map.copyOf(properties);
    }

    /** Where records are, which of them must be there, and who writes them. */
    record Opened(ClientSettings settings, LedgerLog records, DomainGuard guard, OwnerLiveness owners) {

        TransactionalId id(String name) {
            return new TransactionalId(settings, name, records);
        }
    }

    /** The brokers for a look beforehand, where they are meant for a start. */
    LedgerBrokers looking() {
        return opening == LedgerOpening.START ? new LedgerBrokers(properties, topic, LedgerOpening.LOOK, shared) : this;
    }

    /**
     * Whether there is nothing to look at: no topic, in a look before a start. Everything that is refused of the brokers is refused
     * here, too.
     *
     * @throws IOException if the brokers cannot be used
     */
    boolean isMissing(String domain) throws IOException {
        if (opening != LedgerOpening.LOOK) {
            return false;
        }
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = connect(settings);
        try {
            guard(settings, admin, domain);
            TransactionTopic.requireReplicated(admin);
            return !LedgerTopic.isThere(admin, topic);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + topic, e);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /**
     * A connection to them. Whoever has it closes its client.
     *
     * @throws IOException if the brokers cannot be used, or the topic is not fit for a ledger
     */
    Opened open(String domain) throws IOException {
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = connect(settings);
        try {
            DomainGuard guard = guard(settings, admin, domain);
            LedgerLog records = new LedgerLog(settings, admin, usable(admin));
            return new Opened(settings, records, guard, new OwnerLiveness(admin, domain, records.partition()));
        } catch (IOException | RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    /** A topic that the domain must not have is refused before it is made. */
    private DomainGuard guard(ClientSettings settings, Admin admin, String domain) throws IOException {
        DomainGuard.Place place = new DomainGuard.Place(domain, topic, shared.inputs(), opening == LedgerOpening.SHOWN);
        DomainRegister register = opening == LedgerOpening.START
                ? DomainRegister.open(settings, admin)
                : DomainRegister.looking(settings, admin);
        DomainGuard guard = new DomainGuard(register, place);
        guard.requireTopic(admin);
        return guard;
    }

    private LedgerLog.Topic usable(Admin admin) throws IOException {
        String field = opening.field();
        LedgerTopic.Found found =
                field == null ? LedgerTopic.requireUsable(admin, topic) : LedgerTopic.requireThere(admin, topic, field);
        TransactionTopic.requireReplicated(admin);
        return new LedgerLog.Topic(topic, found, shared.clocks());
    }

    private static Admin connect(ClientSettings settings) throws IOException {
        try {
            return settings.admin();
        } catch (ConfigException e) {
            throw LedgerTopic.unusable("the client properties are wrong (" + e.getMessage() + ")");
        } catch (KafkaException e) {
            throw new IOException("cannot use the brokers of the ledger", e);
        }
    }

    /** Names brokers alone: client properties may hold passwords. */
    @Override
    public String toString() {
        return "topic " + topic + " at " + Objects.toString(properties.get(ClientSettings.BROKERS));
    }
}
