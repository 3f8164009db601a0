package dev.weir.jobs.kafka.ledger.log;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The role of a private topic of a ledger, and the settings that it requires. Every role forbids unclean leader election,
 * because a leader that lacks acknowledged records would lose them.
 *
 * @param use a phrase that can follow "topic X is"
 * @param required the settings, by their Kafka names
 * @param purpose the reason for the settings, in words
 */
public record TopicRole(String use, Map<String, String> required, String purpose) {

    /** The role of a domain's ledger. If compaction, age or size removed a record, its charge could be spent again. */
    public static final TopicRole LEDGER = new TopicRole(
            "the ledger's",
            Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG, "-1",
                    TopicConfig.RETENTION_BYTES_CONFIG, "-1",
                    TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false"),
            "a ledger must never lose a record");

    /**
     * The role of the register of domains. Compaction keeps the newest record of each domain; neither age nor size
     * removes it.
     */
    public static final TopicRole REGISTER = new TopicRole(
            "the register of domains",
            Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_COMPACT,
                    TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                    "false"),
            "a domain that has been seen must never be forgotten");

    public TopicRole {
        required = Map.copyOf(required);
    }

    /** The settings with which a topic must be made, in words. */
    String settings() {
        return required.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .sorted()
                .collect(Collectors.joining(", ", "1 partition, ", ""));
    }

    /**
     * Returns the settings of a new topic.
     *
     * @param replicas the number of replicas; from three on, at least two must acknowledge a write
     */
    Map<String, String> settings(int replicas) {
        Map<String, String> settings = new HashMap<>(required);
        settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        if (replicas >= Replication.REPLICATED) {
            settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(Replication.IN_SYNC));
        }
        return settings;
    }

    /**
     * Describes the first wrong setting of a topic; empty if no setting is wrong. The number of replicas is not checked here.
     */
    Optional<String> problem(Config settings) {
        for (Map.Entry<String, String> setting : required.entrySet()) {
            String value = value(settings, setting.getKey());
            if (!value.equals(setting.getValue())) {
                return Optional.of("must have " + setting.getKey() + "=" + setting.getValue() + ", has " + value);
            }
        }
        String inSync = value(settings, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
        return inSync.matches("[0-9]{1,9}")
                ? Optional.empty()
                : Optional.of("must have a number as " + TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG + ", has " + inSync);
    }

    /** Returns the value of a setting, or "no value". */
    static String value(Config settings, String setting) {
        ConfigEntry entry = settings.get(setting);
        return entry == null || entry.value() == null ? "no value" : entry.value();
    }
}
