package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.DomainGuard;
import dev.weir.jobs.kafka.ledger.DomainPlace;
import dev.weir.jobs.kafka.ledger.DomainRegister;
import dev.weir.jobs.kafka.ledger.DomainWarnings;
import dev.weir.jobs.kafka.ledger.log.LedgerRights;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.jobs.kafka.ledger.log.TransactionTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/** The topics of a job's ledger: its own topic and the register of domains. */
final class LedgerTopics {

    private final InputBrokers brokers;
    private final Admin admin;
    private final Pipeline pipeline;

    LedgerTopics(InputBrokers brokers, Pipeline pipeline) {
        this.brokers = brokers;
        this.admin = brokers.admin();
        this.pipeline = pipeline;
    }

    /** Requires that each of the topics is usable or can be made. */
    void require() throws TopicProblem {
        String topic = pipeline.sink().ledger();
        try {
            DomainPlace place = new DomainPlace(pipeline.plan().domain(), topic, Set.of(), false);
            new DomainGuard(register(false), place).requireTopic(admin);
            LedgerTopic.requireMakeable(admin, DomainRegister.TOPIC, TopicRole.REGISTER);
            LedgerTopic.requireMakeable(admin, topic, TopicRole.LEDGER);
            TransactionTopic.requireReplicated(admin);
        } catch (IOException e) {
            throw brokers.unreachable(e);
        }
    }

    /** Makes the topics that are missing. */
    void make() throws TopicProblem {
        try {
            register(true);
            LedgerTopic.requireUsable(admin, pipeline.sink().ledger(), TopicRole.LEDGER);
        } catch (IOException e) {
            throw brokers.unreachable(e);
        }
    }

    /** Returns warnings about the brokers of the ledger, one line each. */
    List<String> warnings() throws TopicProblem, InterruptedException {
        try {
            List<String> unwise = new ArrayList<>(DomainWarnings.of(admin, pipeline, register(false)));
            Stream.of(
                            TransactionTopic.requireReplicated(admin),
                            LedgerRights.warning(admin, pipeline.sink().ledger(), TopicRole.LEDGER),
                            LedgerRights.warning(admin, DomainRegister.TOPIC, TopicRole.REGISTER))
                    .flatMap(Optional::stream)
                    .distinct()
                    .forEach(unwise::add);
            return unwise;
        } catch (IOException e) {
            throw new TopicProblem(
                    "cannot look at the ledger's brokers "
                            + pipeline.source().kafka().brokers() + ": " + e.getMessage(),
                    e);
        }
    }

    private DomainRegister register(boolean isMade) throws IOException {
        ClientSettings settings = LedgerSettings.of(pipeline.source().kafka());
        return isMade ? DomainRegister.open(settings, admin) : DomainRegister.looking(settings, admin);
    }
}
