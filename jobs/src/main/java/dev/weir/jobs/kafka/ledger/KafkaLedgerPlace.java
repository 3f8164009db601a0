package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.jobs.kafka.ledger.log.TransactionTopic;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;

/**
 * The place of a ledger that is kept in a topic.
 *
 * @param properties client properties
 * @param topic the topic's name
 * @param opening the purpose for which the ledger is opened
 * @param shared the other topics of the pipeline
 */
record KafkaLedgerPlace(Map<String, String> properties, String topic, LedgerOpening opening, SharedTopics shared)
        implements Serializable {

    KafkaLedgerPlace {
        properties = Map.copyOf(properties);
    }

    /**
     * Returns the place of the same ledger for a look that precedes a start. The look refuses the same properties of the
     * brokers as the start would.
     */
    KafkaLedgerPlace toLook() {
        return opening == LedgerOpening.START
                ? new KafkaLedgerPlace(properties, topic, LedgerOpening.LOOK, shared)
                : this;
    }

    /** Whether the ledger is opened for a look and its topic does not exist. */
    boolean isMissing(String domain) throws IOException {
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

    /**
     * Connects to the brokers and checks the topic. A start makes a missing topic; every other purpose requires that it
     * exists.
     */
    LedgerParts open(String domain) throws IOException {
        ClientSettings settings = LedgerSettings.of(properties);
        Admin admin = LedgerBrokers.connect(settings);
        try {
            DomainGuard guard = guard(settings, admin, domain);
            LedgerLog records = new LedgerLog(settings, admin, usable(admin));
            OwnerLiveness owners = new OwnerLiveness(admin, domain, records.partition());
            return new LedgerParts(records, guard, owners);
        } catch (IOException | RuntimeException e) {
            admin.close(Duration.ZERO);
            throw e;
        }
    }

    /** Creates the guard, which refuses a wrong topic for the domain before that topic is made. */
    private DomainGuard guard(ClientSettings settings, Admin admin, String domain) throws IOException {
        DomainPlace place = new DomainPlace(domain, topic, shared.inputs(), opening == LedgerOpening.SHOWN);
        DomainRegister register = opening == LedgerOpening.START
                ? DomainRegister.open(settings, admin)
                : DomainRegister.looking(settings, admin);
        DomainGuard guard = new DomainGuard(register, place);
        guard.requireTopic(admin);
        return guard;
    }

    private LedgerLog.Topic usable(Admin admin) throws IOException {
        String field = opening.field();
        LedgerTopic.Found found = field == null
                ? LedgerTopic.requireUsable(admin, topic, TopicRole.LEDGER)
                : LedgerTopic.requireThere(admin, topic, field);
        TransactionTopic.requireReplicated(admin);
        return new LedgerLog.Topic(topic, found, shared.clocks());
    }

    /** Names the brokers only, because client properties may hold passwords. */
    @Override
    public String toString() {
        return "topic " + topic + " at " + Objects.toString(properties.get(ClientSettings.BROKERS));
    }
}
