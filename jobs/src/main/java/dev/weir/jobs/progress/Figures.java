package dev.weir.jobs.progress;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;

/**
 * Metrics of a job in this process, by name. An attempt of the job takes its metrics with it; what its counters had come to is kept, so
 * that the counters of a figure go on over restarts of the job. Safe for use by several threads.
 */
final class Figures {

    private final Map<String, Metric> metrics = new ConcurrentSkipListMap<>();
    private final Map<String, Long> before = new ConcurrentHashMap<>();

    /** A metric of a later attempt takes the place of that of an earlier one. */
    void add(String name, Metric metric) {
        Metric replaced = metrics.put(name, metric);
        if (replaced != null && replaced != metric) {
            keep(name, replaced);
        }
    }

    /** A metric of an attempt that has ended, unless another one has taken its place. */
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

    /** Whether no attempt shows anything now. */
    boolean isEmpty() {
        return metrics.isEmpty();
    }

    /** Whether an attempt has shown a counter, and has ended without another one. */
    boolean haveEnded() {
        return metrics.isEmpty() && !before.isEmpty();
    }

    /** The sum of a counter over all attempts; 0 if no attempt had a counter of this name. */
    long counted(String name) {
        long now = metrics.get(name) instanceof Counter counter ? counter.getCount() : 0;
        return before.getOrDefault(name, 0L) + now;
    }

    /** The value of a gauge; empty if no attempt shows it, or if it is below 0, which means that there is none. */
    OptionalLong gauged(String name) {
        return metrics.get(name) instanceof Gauge<?> gauge
                        && gauge.getValue() instanceof Number number
                        && number.longValue() >= 0
                ? OptionalLong.of(number.longValue())
                : OptionalLong.empty();
    }
}
