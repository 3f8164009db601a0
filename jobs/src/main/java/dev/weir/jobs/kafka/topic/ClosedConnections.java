package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.kafka.client.ClientSettings;
import java.util.Objects;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;

/**
 * Tells whether brokers have closed a client's connections. A broker that requires another protocol closes every connection
 * within milliseconds, and the client opens the next one within a second. If a broker does not answer at all, the client
 * closes the connection itself, once per request time-out.
 *
 * @param mostByClient the most connections that the client itself can close while it waits for one answer
 */
record ClosedConnections(long mostByClient) {

    /** Creates the test for a client. The number of connections that it can close itself follows from its two time-outs. */
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

    /** Whether more connections of the client were closed than it can have closed itself. */
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
