package dev.weir.operators.counters;

import dev.weir.operators.query.Plan;
import java.util.List;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The exact counters as metrics, in the group {@code private} with the query's name, and never in the group {@code
 * weir}. They are for the person who runs the job, inside the trusted base. The values are the totals over all
 * attempts, as of the newest completed checkpoint.
 */
final class CounterMetrics {

    private volatile RecordCounters shown;

    /**
     * Registers the metrics for the counters of a plan's queries.
     *
     * @param operator the metric group of the operator that counts
     * @param plan the queries
     * @param restored the restored totals
     */
    CounterMetrics(MetricGroup operator, Plan plan, RecordCounters restored) {
        shown = restored;
        MetricGroup exact = operator.addGroup("private");
        List<String> names = RecordCounters.counterNames();
        for (int query = 0; query < plan.queries().size(); query++) {
            MetricGroup group =
                    exact.addGroup("query", plan.queries().get(query).query().name());
            int first = query * RecordCounters.WIDTH;
            for (int counter = 0; counter < RecordCounters.WIDTH; counter++) {
                int place = first + counter;
                group.gauge(names.get(counter), (Gauge<Long>) () -> shown.counts()[place]);
            }
        }
    }

    /** Shows the given totals from now on. The caller must not change them afterwards. */
    void show(RecordCounters totals) {
        shown = totals;
    }
}
