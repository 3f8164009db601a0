package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.kafka.client.ClientSettings;
import java.util.Objects;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;

/**
 * Tells whether brokers have closed a client's connections. A broker that wants another protocol closes each within
 * milliseconds, and the client opens the next one within a second. If a broker says nothing, the client closes the
 * connection itself, once in each time-out.
 *
 * @param mostByClient how many connections the client itself can have closed while it waited for one answer
 */
record ClosedConnections(long mostByClient) {

    /**
     * The test for a client with these settings: how many connections it can close itself follows from both time-outs.
     */
    static ClosedConnections of(ClientSettings settings) {
        long brokers = given(settings, ClientSettings.BROKERS).split(",", -1).length;
        long wait = millis(settings, CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG);
        return new ClosedConnections(
                brokers * (wait / millis(settings, CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG) + 1));
    }

    private static long millis(ClientSettings settings, String name) {
        return Math.max(1, Long.parseLong(given(settings, name).strip()));
    }

    private static String given(ClientSettings settings, String name) {
        return Objects.requireNonNull(settings.asMap().get(name), name);
    }

    /** Whether more connections of a client were closed than it can have closed itself. */
    boolean areByPeer(Admin admin) {
        return admin.metrics().values().stream()
                        .filter(metric -> metric.metricName().name().equals("connection-close-total")
                                && metric.metricName().tags().keySet().stream().noneMatch("node-id"::equals))
                        .map(Metric::metricValue)
                        .mapToDouble(value -> value instanceof Number number ? number.doubleValue() : 0)
                        .sum()
                > mostByClient;
    }
}
