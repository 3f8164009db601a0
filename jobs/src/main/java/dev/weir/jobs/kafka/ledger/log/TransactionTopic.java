package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.BrokerAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.Topic;

/**
 * Checks the replication of the brokers' internal topic of transactions. This topic records which process holds a ledger's
 * ids, and which of its transactions are committed. If it loses its newest records, a fenced owner may write again. So it
 * must be replicated like the ledger's topic. Brokers make it at the first transaction; until then the settings with which
 * they would make it are checked.
 */
public final class TransactionTopic {

    private static final String NAME = Topic.TRANSACTION_STATE_TOPIC_NAME;
    private static final String REPLICAS = "transaction.state.log.replication.factor";
    private static final String IN_SYNC = "transaction.state.log.min.isr";

    private final Admin admin;

    private TransactionTopic(Admin admin) {
        this.admin = admin;
    }

    /**
     * The replication of the topic.
     *
     * @param replicas the smallest number of replicas of any partition
     * @param inSync the number of replicas that must acknowledge a write
     */
    private record Copies(int replicas, int inSync) {}

    /**
     * Requires that the topic is replicated well enough. A process that has no right to see the replication passes with a
     * warning.
     *
     * @param admin a client of the brokers
     * @return a warning that the replication is unknown; empty if the replication is known
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if the topic is not replicated well enough
     */
    public static Optional<String> requireReplicated(Admin admin) throws IOException {
        try {
            new TransactionTopic(admin).require();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + NAME, e);
        } catch (TimeoutException e) {
            throw new IOException("topic " + NAME + " cannot be looked at", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return Optional.of(
                        "cannot look up how topic " + NAME + " is replicated, on which the ledger's fence rests: it"
                                + " needs three replicas and " + TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG
                                + " of 2, and the job the"
                                + " right to describe it and its configuration");
            }
            throw new IOException("topic " + NAME + " cannot be looked at", e);
        }
    }

    private void require() throws InterruptedException, ExecutionException, TimeoutException {
        List<Node> brokers = List.copyOf(BrokerAnswer.of(admin.describeCluster().nodes()));
        Copies copies = copies(brokers);
        Optional<String> problem = Replication.problem(brokers.size(), copies.replicas(), copies.inSync());
        if (problem.isPresent()) {
            throw LedgerTopic.unusable(
                    "topic " + NAME + " " + problem.get() + ": else a lost broker can undo the ledger's"
                            + " fence; see " + REPLICAS + " and " + IN_SYNC + " of the brokers");
        }
    }

    private Copies copies(List<Node> brokers) throws InterruptedException, ExecutionException, TimeoutException {
        try {
            TopicDescription topic = Objects.requireNonNull(
                    BrokerAnswer.of(admin.describeTopics(Set.of(NAME)).allTopicNames())
                            .get(NAME));
            int replicas = topic.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .min()
                    .orElse(1);
            return new Copies(
                    replicas, setting(ConfigResource.Type.TOPIC, NAME, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
            String broker = brokers.get(0).idString();
            return new Copies(
                    setting(ConfigResource.Type.BROKER, broker, REPLICAS),
                    setting(ConfigResource.Type.BROKER, broker, IN_SYNC));
        }
    }

    private int setting(ConfigResource.Type type, String of, String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(type, of);
        Map<ConfigResource, Config> described =
                BrokerAnswer.of(admin.describeConfigs(Set.of(resource)).all());
        ConfigEntry entry = described.values().iterator().next().get(name);
        return entry == null || entry.value() == null ? 1 : Integer.parseInt(entry.value());
    }
}
