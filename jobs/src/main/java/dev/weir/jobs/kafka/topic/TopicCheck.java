package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Checks a live job's topics before it starts.
 *
 * <p>The input topic must exist, and its timestamps must be set by the broker if the clock goes by append time. Missing topics
 * that the job writes are made once no other reason prevents the start. They get one partition, so that rows have one order,
 * and the broker's own settings. If a job found out only at its first release that a topic is missing, it would have spent
 * budget on noise that nobody sees. {@link LimitCheck} compares the longest messages that the topics accept with the messages
 * that the job will write.
 */
public final class TopicCheck implements AutoCloseable {

    private static final String STAMPED_BY = "message.timestamp.type";

    private final InputBrokers brokers;
    private final Admin admin;

    private TopicCheck(Source.Topic topic) throws TopicProblem {
        brokers = InputBrokers.of(topic);
        admin = brokers.admin();
    }

    /**
     * Returns if all topics of the pipeline are ready or can be made. The method makes no topic, because a start may still be
     * refused for its ledger or its state.
     *
     * @param pipeline the pipeline
     * @return warnings, one line each
     * @throws TopicProblem if a topic is not ready and cannot be made
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a
     *     {@link dev.weir.operators.state.restore.StartRefused} if the ledger's topic can lose records
     */
    public static List<String> look(Pipeline pipeline) throws TopicProblem, InterruptedException {
        Source.Topic input = pipeline.source().kafka();
        try (TopicCheck check = new TopicCheck(input)) {
            check.requireInput(input.topic(), pipeline.clock().by());
            new LedgerTopics(check.brokers, pipeline).require();
            LimitCheck limits = new LimitCheck(
                    check.admin, pipeline, check.written(pipeline).missing());
            List<String> unwise = new ArrayList<>(limits.require());
            unwise.addAll(check.compactedDeadLetters(pipeline.sink().deadLetter()));
            return unwise;
        }
    }

    /**
     * Returns, in one line, a warning that a first run will not release records written before its schedule. Empty if there are
     * no such records, if the source starts at the end of the topic, or if the brokers do not answer.
     *
     * @param pipeline the pipeline
     * @param from the start of the schedule, epoch milliseconds
     */
    public static Optional<String> earlierRecords(Pipeline pipeline, long from) throws InterruptedException {
        return EarlierRecords.warning(pipeline, from);
    }

    /**
     * Makes the missing topics, the topics of the ledger first.
     *
     * @param pipeline the pipeline
     * @throws TopicProblem if a topic cannot be made
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException in the cases of {@link #look}
     */
    public static void makeMissing(Pipeline pipeline) throws TopicProblem, InterruptedException {
        try (TopicCheck check = new TopicCheck(pipeline.source().kafka())) {
            new LedgerTopics(check.brokers, pipeline).make();
            check.written(pipeline).make();
        }
    }

    /**
     * Returns warnings about the brokers of a pipeline's ledger, one line each.
     *
     * @param pipeline the pipeline
     * @throws TopicProblem if the brokers do not answer
     */
    public static List<String> ledgerWarnings(Pipeline pipeline) throws TopicProblem, InterruptedException {
        try (TopicCheck check = new TopicCheck(pipeline.source().kafka())) {
            return new LedgerTopics(check.brokers, pipeline).warnings();
        }
    }

    /**
     * Returns a warning if the dead-letter topic is compacted. Such a topic accepts no message without a key, and dead
     * letters have no key.
     */
    private List<String> compactedDeadLetters(String topic) throws TopicProblem, InterruptedException {
        try {
            ConfigEntry policy = setting(topic, TopicConfig.CLEANUP_POLICY_CONFIG);
            return policy != null && policy.value().contains(TopicConfig.CLEANUP_POLICY_COMPACT)
                    ? List.of("topic " + topic + " has " + TopicConfig.CLEANUP_POLICY_CONFIG + "=" + policy.value()
                            + ", so it takes no dead letter, which has no key: set it to delete")
                    : List.of();
        } catch (ExecutionException e) {
            return List.of(); // if the job may not look, LimitCheck has already warned
        }
    }

    private void requireInput(String topic, Clock.By clock) throws TopicProblem, InterruptedException {
        requireExists(topic);
        if (clock == Clock.By.APPEND_TIME) {
            requireStampedByBroker(topic);
        }
    }

    private void requireExists(String topic) throws TopicProblem, InterruptedException {
        try {
            brokers.done(admin.describeTopics(Set.of(topic)).allTopicNames());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                throw new TopicProblem("topic " + topic + " does not exist on " + brokers.addresses()
                        + ": create it or correct source.kafka.topic");
            }
            throw unusable(topic, e);
        }
    }

    private void requireStampedByBroker(String topic) throws TopicProblem, InterruptedException {
        try {
            ConfigEntry entry = setting(topic, STAMPED_BY);
            if (entry == null || !"LogAppendTime".equals(entry.value())) {
                throw new TopicProblem("topic " + topic + " must have " + STAMPED_BY
                        + "=LogAppendTime where the clock goes by append-time: set it (kafka-configs.sh --alter)");
            }
        } catch (ExecutionException e) {
            throw unusable(topic, e);
        }
    }

    private @Nullable ConfigEntry setting(String topic, String name)
            throws TopicProblem, InterruptedException, ExecutionException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<ConfigResource, org.apache.kafka.clients.admin.Config> described =
                brokers.done(admin.describeConfigs(Set.of(resource)).all());
        return described.values().iterator().next().get(name);
    }

    private WrittenTopics written(Pipeline pipeline) {
        return new WrittenTopics(brokers, pipeline);
    }

    private static TopicProblem unusable(String topic, ExecutionException e) {
        return new TopicProblem(
                "cannot look at topic " + topic + " (" + InputBrokers.nameOf(e) + "): check the job's rights", e);
    }

    @Override
    public void close() {
        brokers.close();
    }
}
