package dev.weir.jobs.kafka.client;

import dev.weir.jobs.config.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up the largest message that a topic accepts, in bytes: its {@code max.message.bytes}. Kafka applies the limit to a
 * batch of messages after compression. A single uncompressed message counts as a batch of its own length plus some overhead.
 */
public final class MessageLimit {

    /** The limit of a topic that has Kafka's default, in bytes. */
    public static final int DEFAULT = 1_048_588;

    /** An upper bound, in bytes, of the headers of a batch, of its record and of a dead letter together. */
    public static final int OVERHEAD = 512;

    private static final Logger LOG = LoggerFactory.getLogger(MessageLimit.class);
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final long AGAIN_MILLIS = 50;

    private MessageLimit() {}

    /**
     * Returns the limit of a topic.
     *
     * @param broker a topic that names the brokers and further client properties
     * @param topic the name of the topic whose limit is looked up
     * @return bytes; empty if the brokers do not answer, do not know the topic, or do not allow the question
     */
    public static OptionalInt of(Source.Topic broker, String topic) throws InterruptedException {
        return ask(ClientSettings.of(broker), admin -> of(admin, topic));
    }

    /**
     * Returns the limit of a topic. Waits up to 5 seconds for a topic that has just been created and that some brokers do not
     * know yet.
     *
     * @param admin a client of the brokers
     * @param topic the topic's name
     * @return bytes; empty if the brokers do not answer, do not know the topic, or do not allow the question
     */
    public static OptionalInt of(Admin admin, String topic) throws InterruptedException {
        long deadline = System.nanoTime() + WAIT.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                return ask(admin, topic, deadline);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    return OptionalInt.empty();
                }
                Thread.sleep(AGAIN_MILLIS);
            } catch (TimeoutException e) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the smallest limit of some topics. Does not wait for topics that the brokers do not know: a start would be late for nothing, if a topic is made by the first message.
     *
     * @param client the settings of a client of the brokers
     * @param topics the names of the topics, some of which may be the same
     * @return bytes; empty if the brokers do not answer, know none of the topics, or do not allow the question
     */
    public static OptionalInt smallest(ClientSettings client, List<String> topics) throws InterruptedException {
        return ask(client, admin -> smallest(admin, topics));
    }

    private static OptionalInt smallest(Admin admin, List<String> topics) throws InterruptedException {
        List<ConfigResource> resources = topics.stream()
                .distinct()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        List<Integer> limits = new ArrayList<>();
        for (KafkaFuture<Config> answer :
                admin.describeConfigs(resources).values().values()) {
            try {
                of(answer.get()).ifPresent(limits::add);
            } catch (ExecutionException e) {
                LOG.debug("the limit of a topic cannot be looked up", e);
            }
        }
        return limits.stream().mapToInt(Integer::intValue).min();
    }

    /** A question to the brokers. */
    @FunctionalInterface
    private interface Question {

        OptionalInt ask(Admin admin) throws InterruptedException;
    }

    /** Asks with a client of its own, which waits for an answer for 5 seconds. */
    private static OptionalInt ask(ClientSettings client, Question question) throws InterruptedException {
        String wait = Long.toString(WAIT.toMillis());
        ClientSettings settings = client.with(Map.of("default.api.timeout.ms", wait, "request.timeout.ms", wait));
        try {
            Admin admin = settings.admin();
            try {
                return question.ask(admin);
            } finally {
                admin.close(Duration.ZERO);
            }
        } catch (KafkaException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * Returns the limit that a topic would have if it were created now.
     *
     * @param admin a client of the brokers
     * @param topic the topic to be created
     * @return bytes; empty if the brokers do not tell the limit, for example because the job has no right to see it
     * @throws ExecutionException if the topic cannot be created
     */
    public static OptionalInt ofNew(Admin admin, NewTopic topic) throws InterruptedException, ExecutionException {
        CreateTopicsResult probe = admin.createTopics(Set.of(topic), new CreateTopicsOptions().validateOnly(true));
        try {
            probe.all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
        try {
            return of(probe.config(topic.name()).get());
        } catch (ExecutionException e) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt ask(Admin admin, String topic, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<ConfigResource, Config> settings =
                admin.describeConfigs(Set.of(resource)).all().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return of(settings.values().iterator().next());
    }

    /**
     * Returns the limit among the settings of a topic.
     *
     * @param settings the settings, as the brokers describe them
     * @return bytes; empty if it is not among them
     */
    public static OptionalInt of(Config settings) {
        ConfigEntry entry = settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        return entry == null || entry.value() == null
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(entry.value()));
    }
}
