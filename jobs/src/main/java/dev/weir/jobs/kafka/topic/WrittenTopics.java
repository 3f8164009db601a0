package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.MessageLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics that a job writes, other than its ledger. Missing ones are made once no other reason prevents the start. */
final class WrittenTopics {

    private final InputBrokers brokers;
    private final Admin admin;
    private final Pipeline pipeline;

    WrittenTopics(InputBrokers brokers, Pipeline pipeline) {
        this.brokers = brokers;
        this.admin = brokers.admin();
        this.pipeline = pipeline;
    }

    /**
     * Requires that the brokers would make every missing topic, the ledger included. Returns the limit, in bytes, that each
     * of them would have; no value where the brokers do not tell.
     */
    Map<String, OptionalInt> missing() throws TopicProblem, InterruptedException {
        Map<String, OptionalInt> limits = new HashMap<>();
        List<NewTopic> all = new ArrayList<>(written());
        all.add(topic(pipeline.sink().ledger(), Map.of()));
        Set<String> there = names();
        for (NewTopic topic : all) {
            try {
                if (!there.contains(topic.name())) {
                    limits.put(topic.name(), MessageLimit.ofNew(admin, topic));
                }
            } catch (ExecutionException e) {
                throw uncreatable(topic.name(), e);
            }
        }
        return limits;
    }

    /** Makes the missing topics. */
    void make() throws TopicProblem, InterruptedException {
        Set<String> there = names();
        for (NewTopic topic : written()) {
            if (!there.contains(topic.name())) {
                make(topic);
            }
        }
    }

    /** Returns the topics that the job writes, with the settings with which they are made. */
    private List<NewTopic> written() throws InterruptedException {
        return List.of(
                topic(pipeline.sink().released(), Map.of()),
                topic(pipeline.sink().withheld(), Map.of()),
                topic(
                        pipeline.sink().deadLetter(),
                        deadLetters(
                                MessageLimit.of(admin, pipeline.source().kafka().topic()))));
    }

    private static NewTopic topic(String name, Map<String, String> settings) {
        return new NewTopic(name, Optional.of(1), Optional.empty()).configs(settings);
    }

    /** Returns the settings of a new dead-letter topic, which accepts the longest record of the input topic plus headers. */
    private static Map<String, String> deadLetters(OptionalInt input) {
        Map<String, String> settings = new HashMap<>();
        input.ifPresent(limit -> settings.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Long.toString(Math.min(Integer.MAX_VALUE, (long) limit + MessageLimit.OVERHEAD))));
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        return settings;
    }

    private Set<String> names() throws TopicProblem, InterruptedException {
        try {
            return brokers.done(admin.listTopics().names());
        } catch (ExecutionException e) {
            throw new TopicProblem(
                    "cannot list the topics of " + brokers.addresses() + " (" + InputBrokers.nameOf(e) + ")", e);
        }
    }

    private void make(NewTopic topic) throws TopicProblem, InterruptedException {
        try {
            brokers.done(admin.createTopics(Set.of(topic)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw uncreatable(topic.name(), e);
            }
        }
    }

    private TopicProblem uncreatable(String topic, ExecutionException e) {
        return new TopicProblem(
                "topic " + topic + " does not exist on " + brokers.addresses() + " and cannot be created ("
                        + InputBrokers.nameOf(e) + "): create it",
                e);
    }
}
