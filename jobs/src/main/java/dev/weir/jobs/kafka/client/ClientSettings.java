package dev.weir.jobs.kafka.client;

import dev.weir.jobs.config.Source;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings of a Kafka client: the brokers' addresses, the client properties of the pipeline, and the settings that a
 * particular use of the client requires. Immutable.
 */
public final class ClientSettings {

    /** The setting that names the brokers: host:port pairs, separated by commas. */
    public static final String BROKERS = "bootstrap.servers";

    /**
     * Defaults of a client that writes rows. Rows of a window are written together, so requests may be large. Rows repeat the names of their query and values, so they are compressed.
     */
    public static final Map<String, String> ROW_WRITER_DEFAULTS = Map.of(
            ProducerConfig.BATCH_SIZE_CONFIG,
            "262144",
            ProducerConfig.LINGER_MS_CONFIG,
            "5",
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4");

    /**
     * What a client that writes rows requires. All replicas in sync have a row before it counts as durable. One request is in flight, so that none overtakes a batch that the client must split. Only the topic
     * limits the length of a row.
     */
    public static final Map<String, String> ROW_WRITER = Map.of(
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            "true",
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            "1",
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            Integer.toString(1 << 30));

    /**
     * Defaults of the consumer of the input. It reads committed records only. A poll costs some 0.1 ms however few records it returns, so it may return four times as many as Kafka's own default. The
     * connector keeps the records of up to four polls as objects.
     */
    private static final Map<String, String> READER_DEFAULTS = Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            name(IsolationLevel.READ_COMMITTED),
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            "2000");

    /** The client's own {@code batch.size}, in bytes. */
    private static final String DEFAULT_BATCH = "16384";

    private final Map<String, String> settings;

    private ClientSettings(Map<String, String> settings) {
        this.settings = Map.copyOf(settings);
    }

    /**
     * Returns settings that suit any client.
     *
     * @param brokers host:port pairs, separated by commas
     * @param properties further client properties, by their Kafka names
     */
    public static ClientSettings of(String brokers, Map<String, String> properties) {
        return new ClientSettings(properties).with(Map.of(BROKERS, brokers));
    }

    /**
     * Returns settings that suit any client of the brokers of a pipeline's input topic.
     *
     * @param topic the input topic, which names the brokers and further client properties
     */
    public static ClientSettings of(Source.Topic topic) {
        return of(topic.brokers(), topic.properties());
    }

    /**
     * Returns the settings of the job's consumer of its input topic. The client properties of the pipeline replace the defaults.
     *
     * @param topic the input topic, which names the brokers and further client properties
     */
    public static ClientSettings ofReader(Source.Topic topic) {
        return of(topic).withDefaults(READER_DEFAULTS);
    }

    /**
     * Returns these settings plus the required ones. A required setting replaces one of the same name.
     *
     * @param required the required settings, by their Kafka names
     */
    public ClientSettings with(Map<String, String> required) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(required);
        return new ClientSettings(all);
    }

    /**
     * Returns these settings plus default values for the names that they do not have.
     *
     * @param defaults the default values, by their Kafka names
     */
    public ClientSettings withDefaults(Map<String, String> defaults) {
        Map<String, String> all = new HashMap<>(defaults);
        all.putAll(settings);
        return new ClientSettings(all);
    }

    /**
     * Returns these settings with a {@code batch.size} of at most the limit of a topic. A client splits a batch that the topic refuses as too long. Brokers that have no batch of this producer yet may accept the
     * second batch before the parts of the first. They then refuse these parts, which are out of order, until {@code delivery.timeout.ms} has passed. So no batch should need splitting. The client only estimates the
     * length of a compressed batch: one may still be too long, if rows were far easier to compress before.
     *
     * @param limit the length of the longest batch that the topic accepts, in bytes; empty if it is not known
     */
    public ClientSettings withBatchesUpTo(OptionalInt limit) {
        String given = settings.getOrDefault(ProducerConfig.BATCH_SIZE_CONFIG, DEFAULT_BATCH);
        try {
            boolean isTooLong = limit.isPresent() && Integer.parseInt(given.trim()) > limit.getAsInt();
            return isTooLong
                    ? with(Map.of(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(limit.getAsInt())))
                    : this;
        } catch (NumberFormatException e) {
            return this; // the client refuses it, and names the setting
        }
    }

    /**
     * Returns these settings without one of them.
     *
     * @param name the Kafka name of the setting to leave out
     */
    public ClientSettings without(String name) {
        Map<String, String> rest = new HashMap<>(settings);
        rest.remove(name);
        return new ClientSettings(rest);
    }

    /** The settings by their Kafka names. */
    public Map<String, String> asMap() {
        return settings;
    }

    /** The isolation level of a consumer with these settings. */
    public IsolationLevel isolation() {
        String level = settings.getOrDefault(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "");
        return level.equals(name(IsolationLevel.READ_UNCOMMITTED))
                ? IsolationLevel.READ_UNCOMMITTED
                : IsolationLevel.READ_COMMITTED;
    }

    private static String name(IsolationLevel level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Creates a client that describes and makes topics.
     *
     * @throws KafkaException if the settings are wrong
     */
    public Admin admin() {
        return Admin.create(new HashMap<>(settings));
    }

    /**
     * Creates a client that writes.
     *
     * @throws KafkaException if the settings are wrong
     */
    public Producer<byte[], byte[]> producer() {
        return new KafkaProducer<>(new HashMap<>(settings), new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Creates a client that reads.
     *
     * @throws KafkaException if the settings are wrong
     */
    public KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(new HashMap<>(settings), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Names the brokers only, because client properties may hold passwords. */
    @Override
    public String toString() {
        return "client of " + settings.get(BROKERS);
    }
}
