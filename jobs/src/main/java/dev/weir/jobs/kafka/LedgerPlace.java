package dev.weir.jobs.kafka;

import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the ledger in a topic.
 *
 * @param opening what for
 * @param shared the other topics of the pipeline
 */
record LedgerPlace(Map<String, String> properties, String topic, Opening opening, SharedTopics shared)
        implements Ledger.Factory {

    /** What a ledger is opened for. */
    private enum Opening {
        START,
        LOOK,
        EXISTING,
        SHOWN;

        /** The field of the pipeline file that names a topic that must be there; null if it may be made. */
        @Nullable String field() {
            return this == START ? null : "sink.kafka.ledger";
        }
    }

    LedgerPlace {
        properties = Map.copyOf(properties);
    }

    /** Everything that is refused of the brokers is refused here, too. */
    @Override
    public Ledger look(String domain, String pipeline) throws IOException {
        LedgerPlace looking =
                opening == Opening.START ? new LedgerPlace(properties, topic, Opening.LOOK, shared) : this;
        return looking.isMissing(domain) ? LedgerAccess.empty() : looking.open(domain, pipeline);
    }

    private boolean isMissing(String domain) throws IOException {
        if (opening != Opening.LOOK) {
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

    @Override
    public KafkaLedger open(String domain, String pipeline) throws IOException {
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = connect(settings);
        try {
            DomainGuard guard = guard(settings, admin, domain);
            LedgerLog records = new LedgerLog(settings, admin, usable(admin));
            LivingOwners owners = new LivingOwners(admin, domain, records.partition());
            return KafkaLedger.open(settings, new KafkaLedger.Log(records, guard, owners), domain, pipeline);
        } catch (IOException | RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    /** A topic that the domain must not have is refused before it is made. */
    private DomainGuard guard(ClientSettings settings, Admin admin, String domain) throws IOException {
        DomainGuard.Place place = new DomainGuard.Place(domain, topic, shared.inputs(), opening == Opening.SHOWN);
        DomainRegister register = opening == Opening.START
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
