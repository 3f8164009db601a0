package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.Source;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * Checks every few seconds, in its own thread, whether an open transaction holds up the readers of topics that the job writes.
 * The job's own writes go on in this case, so without this check the job would not notice.
 *
 * <p>The gauges are public, because the ends of a log are. A gauge shows {@link OpenTransactionAge#millis}; it is 0 while
 * readers reach the end, and while the brokers do not answer.
 */
final class OutputWatch implements AutoCloseable {

    private static final long ASK_MILLIS = 5000;

    private final Source.Topic brokers;
    private final Map<String, String> topics;
    private final Map<String, Long> held = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "weir-outputs");
        created.setDaemon(true);
        return created;
    });

    private @Nullable LogEnds asked;

    /**
     * Creates a watch that has not started.
     *
     * @param brokers a topic that names the brokers
     * @param topics the topics to watch, by the names of their gauges
     * @param metrics the group to which the gauges are added
     */
    OutputWatch(Source.Topic brokers, Map<String, String> topics, MetricGroup metrics) {
        this.brokers = brokers;
        this.topics = topics;
        topics.keySet().forEach(name -> metrics.gauge(name, (Gauge<Long>) () -> held.getOrDefault(name, 0L)));
    }

    /** Begins to ask the brokers. */
    void start() {
        LogEnds ends = LogEnds.committed(brokers);
        asked = ends;
        topics.forEach((name, topic) -> {
            OpenTransactionAge known = new OpenTransactionAge();
            ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(
                    () -> look(name, topic, known, ends), ASK_MILLIS, ASK_MILLIS, TimeUnit.MILLISECONDS);
        });
    }

    /**
     * Asks for the ends of a topic and sets the topic's gauge. If the brokers do not answer, or do not let the job look, the
     * age is unknown and the gauge becomes 0.
     */
    private void look(String name, String topic, OpenTransactionAge known, LogEnds ends) {
        long now = System.currentTimeMillis();
        try {
            held.put(name, known.millis(now, ends.ask(topic)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the reader has been closed
        } catch (IOException | RuntimeException e) {
            held.put(name, 0L);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        if (asked != null) {
            asked.close();
        }
    }
}
