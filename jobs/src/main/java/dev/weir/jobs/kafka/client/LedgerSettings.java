package dev.weir.jobs.kafka.client;

import dev.weir.jobs.config.Source;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of the clients of a ledger. Users cannot change the settings on which the ledger's guarantees rest. */
public final class LedgerSettings {

    /** The setting that says how long a transaction may take before the brokers abort it, in milliseconds. */
    public static final String TIMEOUT = ProducerConfig.TRANSACTION_TIMEOUT_CONFIG;

    /** The largest time-out, in milliseconds, to which a writer raises its own time-out after transactions that took too long. */
    static final long LONGEST_TIMEOUT = 60_000;

    /**
     * How often brokers look for timed-out transactions, in milliseconds: the default of the broker setting
     * {@code transaction.abort.timed.out.transaction.cleanup.interval.ms}.
     */
    public static final long ABORT_INTERVAL_MILLIS = 10_000;

    /** Time-outs of at most 20 seconds, so that a caller that waits for the ledger soon learns that brokers do not answer. */
    private static final Map<String, String> DEFAULTS = Map.of(
            TIMEOUT,
            "15000",
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            "15000",
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            "20000",
            CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
            "10000",
            CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
            "15000");

    private LedgerSettings() {}

    /**
     * Returns the settings that all clients of a ledger share.
     *
     * @param properties client properties, {@code bootstrap.servers} among them
     */
    public static ClientSettings of(Map<String, String> properties) {
        return ClientSettings.of(properties.getOrDefault(ClientSettings.BROKERS, ""), properties)
                .withDefaults(DEFAULTS)
                .withDefaults(ClientSettings.ROW_WRITER_DEFAULTS)
                .without(ConsumerConfig.GROUP_ID_CONFIG)
                .without(CommonClientConfigs.CLIENT_ID_CONFIG);
    }

    /**
     * Returns the settings that all clients of a ledger share, for a ledger on the brokers of a pipeline's input topic.
     *
     * @param topic the input topic, with the addresses of the brokers and the client properties
     */
    public static ClientSettings of(Source.Topic topic) {
        return of(ClientSettings.of(topic).asMap());
    }

    /**
     * Returns the settings of the client that writes the ledger under a transactional id.
     *
     * @param settings the settings that all clients of the ledger share
     * @param id the transactional id
     */
    public static ClientSettings ofWriter(ClientSettings settings, String id) {
        return ofCopy(settings).with(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id));
    }

    /**
     * Returns the settings of the client that writes a copy of a ledger. This client has no transactional id.
     *
     * @param settings the settings that all clients of the ledger share
     */
    public static ClientSettings ofCopy(ClientSettings settings) {
        return settings.with(ClientSettings.ROW_WRITER);
    }

    /**
     * Returns the settings of the client that reads the log up to a known end. Its requests are large, but
     * no poll returns more than 500 messages, because the bytes of a request are compressed. A request waits at most 10 ms for more records, because the last one would wait for records after
     * the end.
     *
     * @param settings the settings that all clients of the ledger share
     */
    public static ClientSettings ofReader(ClientSettings settings) {
        return settings.with(Map.of(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "500",
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "8388608",
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "10"));
    }

    /**
     * Doubles the time-out of transactions, up to {@link #LONGEST_TIMEOUT}. A time-out that is already longer stays.
     *
     * @param settings the settings of a writer
     */
    public static ClientSettings withLongerTimeout(ClientSettings settings) {
        long now = timeoutMillis(settings);
        return settings.with(Map.of(TIMEOUT, Long.toString(Math.max(now, Math.min(2 * now, LONGEST_TIMEOUT)))));
    }

    /**
     * How long a transaction may take, in milliseconds.
     *
     * @param settings the settings of a writer
     */
    public static long timeoutMillis(ClientSettings settings) {
        return Long.parseLong(settings.asMap().getOrDefault(TIMEOUT, "0"));
    }
}
