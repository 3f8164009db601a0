package dev.weir.jobs.progress;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;

/**
 * Metrics of a job in this process, by name. When an attempt of the job ends, its metrics are removed. The last values of the
 * counters are kept, so that a counter continues over restarts of the job. Safe for use by several threads.
 */
final class Figures {

    private final Map<String, Metric> metrics = new ConcurrentSkipListMap<>();
    private final Map<String, Long> before = new ConcurrentHashMap<>();

    /**
     * Adds a metric of an attempt. It replaces the metric of an earlier attempt, and the value of a replaced counter is
     * kept.
     */
    void add(String name, Metric metric) {
        Metric replaced = metrics.put(name, metric);
        if (replaced != null && replaced != metric) {
            keep(name, replaced);
        }
    }

    /**
     * Removes a metric of an attempt that has ended, unless the metric of a later attempt has replaced it. The value of
     * a counter is kept.
     */
    void remove(String name, Metric metric) {
        if (metrics.remove(name, metric)) {
            keep(name, metric);
        }
    }

    private void keep(String name, Metric metric) {
        if (metric instanceof Counter counter) {
            before.merge(name, counter.getCount(), Long::sum);
        }
    }

    /** Whether no attempt has metrics now. */
    boolean isEmpty() {
        return metrics.isEmpty();
    }

    /** Whether an attempt had counters and has ended, and no later attempt has metrics yet. */
    boolean haveEnded() {
        return metrics.isEmpty() && !before.isEmpty();
    }

    /** The sum of a counter over all attempts; 0 if no attempt had a counter of this name. */
    long counted(String name) {
        long now = metrics.get(name) instanceof Counter counter ? counter.getCount() : 0;
        return before.getOrDefault(name, 0L) + now;
    }

    /**
     * The value of a gauge. Empty if no attempt has the gauge, or if the value is not a number or is below 0, which marks an
     * unknown value.
     */
    OptionalLong gauged(String name) {
        return metrics.get(name) instanceof Gauge<?> gauge
                        && gauge.getValue() instanceof Number number
                        && number.longValue() >= 0
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }
}
