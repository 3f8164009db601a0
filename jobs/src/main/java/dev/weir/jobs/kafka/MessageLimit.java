package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Source;
import java.time.Duration;
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
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The largest message that a topic takes, in bytes: its {@code max.message.bytes}. Kafka applies it to a batch of messages
 * after compression. A single message without compression is a batch of its own length and some overhead.
 */
final class MessageLimit {

    /** Kafka's default. */
    static final int DEFAULT = 1_048_588;

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final long AGAIN_MILLIS = 50;

    private MessageLimit() {}

    /** The limit of a topic; empty if it cannot be looked up, for want of an answer, a topic or a right. */
    static OptionalInt of(Source.Topic broker, String topic) throws InterruptedException {
        String wait = Long.toString(WAIT.toMillis());
        ClientSettings settings =
                ClientSettings.of(broker).with(Map.of("default.api.timeout.ms", wait, "request.timeout.ms", wait));
        try {
            return of(settings, topic);
        } catch (KafkaException e) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt of(ClientSettings settings, String topic) throws InterruptedException {
        Admin admin = settings.admin();
        try {
            return of(admin, topic);
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    /**
     * The limit of a topic, asked with an open client. It waits a moment for a topic that has just been created and is
     * not known everywhere.
     */
    static OptionalInt of(Admin admin, String topic) throws InterruptedException {
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
     * The limit that a topic would have if it was made now; empty if the brokers do not say, for want of a right.
     *
     * @throws ExecutionException if it cannot be made
     */
    static OptionalInt ofNew(Admin admin, NewTopic topic) throws InterruptedException, ExecutionException {
        CreateTopicsResult probe = admin.createTopics(Set.of(topic), new CreateTopicsOptions().validateOnly(true));
        try {
            probe.all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
        try {
            return limit(probe.config(topic.name()).get());
        } catch (ExecutionException e) {
            return OptionalInt.empty();
        }
    }

    private static OptionalInt ask(Admin admin, String topic, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Map<ConfigResource, Config> settings =
                admin.describeConfigs(Set.of(resource)).all().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return limit(settings.values().iterator().next());
    }

    private static OptionalInt limit(Config settings) {
        ConfigEntry entry = settings.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        return entry == null || entry.value() == null
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(entry.value()));
    }
}
