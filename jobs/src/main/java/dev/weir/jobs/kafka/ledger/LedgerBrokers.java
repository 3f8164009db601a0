package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import java.io.IOException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;

/** Connects to the brokers of a ledger. */
final class LedgerBrokers {

    private LedgerBrokers() {}

    /**
     * Whether the topic does not exist, by {@link LedgerTopic#isThere}.
     *
     * @throws IOException if the brokers cannot be reached
     */
    static boolean isMissing(Admin admin, String name) throws IOException {
        try {
            return !LedgerTopic.isThere(admin, name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + name, e);
        }
    }

    /**
     * Creates a client of the brokers of a ledger.
     *
     * @throws IOException if the client cannot be created
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a refusal if the client properties are wrong
     */
    static Admin connect(ClientSettings settings) throws IOException {
        try {
            return settings.admin();
        } catch (ConfigException e) {
            throw LedgerTopic.unusable("the client properties are wrong (" + e.getMessage() + ")");
        } catch (KafkaException e) {
            throw new IOException("cannot use the brokers of the ledger", e);
        }
    }
}
