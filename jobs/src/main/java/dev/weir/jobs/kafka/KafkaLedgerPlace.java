package dev.weir.jobs.kafka;

import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;

/**
 * Opens the ledger in a topic.
 *
 * @param opening what for
 * @param shared the other topics of the pipeline
 */
record KafkaLedgerPlace(Map<String, String> properties, String topic, LedgerOpening opening, SharedTopics shared)
        implements Ledger.Factory {

    KafkaLedgerPlace {
        properties = Map.copyOf(properties);
    }

    /** Everything that is refused of the brokers is refused here, too. */
    @Override
    public Ledger look(String domain, String pipeline) throws IOException {
        KafkaLedgerPlace looking = opening == LedgerOpening.START
                ? new KafkaLedgerPlace(properties, topic, LedgerOpening.LOOK, shared)
                : this;
        return looking.isMissing(domain) ? LedgerAccess.empty() : looking.open(domain, pipeline);
    }

    private boolean isMissing(String domain) throws IOException {
        if (opening != LedgerOpening.LOOK) {
            return false;
        }
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = LedgerBrokers.connect(settings);
        try {
            guard(settings, admin, domain);
            TransactionTopic.requireReplicated(admin);
            return LedgerBrokers.isMissing(admin, topic);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    @Override
    public KafkaLedger open(String domain, String pipeline) throws IOException {
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = LedgerBrokers.connect(settings);
        try {
            DomainGuard guard = guard(settings, admin, domain);
            LedgerLog records = new LedgerLog(settings, admin, usable(admin));
            OwnerLiveness owners = new OwnerLiveness(admin, domain, records.partition());
            return KafkaLedger.open(settings, new KafkaLedger.Log(records, guard, owners), domain, pipeline);
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

    /** Names brokers alone: client properties may hold passwords. */
    @Override
    public String toString() {
        return "topic " + topic + " at " + Objects.toString(properties.get(ClientSettings.BROKERS));
    }
}
