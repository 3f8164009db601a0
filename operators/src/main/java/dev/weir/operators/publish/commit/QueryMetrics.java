package dev.weir.operators.publish.commit;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Window;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The public metrics of each query, in the group {@code query} with the query's name:
 *
 * <ul>
 *   <li>{@code publishedUntilMs} is the end of the latest window of which this attempt has made a row visible, in epoch milliseconds;
 * before the first such row it is the end up to which the restored state has released anything, not counting its
 * pending batches, or the schedule's start; without a ledger this is not known, and the metric is -1.
 *   <li>{@code stepMs} is how often the query releases.
 *   <li>{@code dueMs}, of a job with a ledger, is how long after {@code publishedUntilMs} the next window must be visible: the step
 *       and what {@link PublicTimes} adds.
 * </ul>
 *
 * <p>All of them depend on the plan, on the schedule and on the machine: a query has a row for each of its keys at each step, whatever
 * the records are.
 *
 * <p>Used by the one thread that publishes; gauges are read by any thread.
 */
final class QueryMetrics {

    private static final long UNKNOWN = -1;

    private final MetricGroup weir;
    private final Plan plan;
    private final Map<String, Long> visible = new ConcurrentHashMap<>();
    private final Map<String, Long> read = new HashMap<>();

    QueryMetrics(MetricGroup weir, Plan plan) {
        this.weir = weir;
        this.plan = plan;
        for (PricedQuery priced : plan.queries()) {
            String name = priced.query().name();
            long step = priced.query().window().cellMillis();
            MetricGroup query = group(name);
            query.gauge("publishedUntilMs", (Gauge<Long>) () -> visible.getOrDefault(name, UNKNOWN));
            query.gauge("stepMs", (Gauge<Long>) () -> step);
        }
    }

    private MetricGroup group(String query) {
        return weir.addGroup("query", query);
    }

    /**
     * Sets from when on releases are due.
     *
     * @param times the times at which releases are due
     * @param reach the end of a window up to which all are visible, epoch milliseconds; {@link Long#MIN_VALUE} if there
     * is none
     */
    void expect(PublicTimes times, long reach) {
        for (PricedQuery priced : plan.queries()) {
            String name = priced.query().name();
            Window window = priced.query().window();
            visible.merge(name, times.publishedUntil(window, reach), Math::max);
            long due = times.dueMillis(window);
            group(name).gauge("dueMs", (Gauge<Long>) () -> due);
        }
    }

    /** A collection of the same rows that notes what its reader has read. */
    Collection<PublishedRow> watched(Collection<PublishedRow> rows) {
        return new AbstractCollection<>() {
            @Override
            public Iterator<PublishedRow> iterator() {
                return watching(rows.iterator());
            }

            @Override
            public int size() {
                return rows.size();
            }
        };
    }

    private Iterator<PublishedRow> watching(Iterator<PublishedRow> rows) {
        return new Iterator<>() {

            /** The query of the last row. The rows of a window are adjacent. */
            private String lastQuery = "";

            private long lastEnd;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public PublishedRow next() {
                PublishedRow row = rows.next();
                if (row.windowEnd() != lastEnd || !row.query().equals(lastQuery)) {
                    lastEnd = row.windowEnd();
                    lastQuery = row.query();
                    read.merge(lastQuery, lastEnd, Math::max);
                }
                return row;
            }
        };
    }

    /** Reports that the rows that were read are visible. */
    void published() {
        read.forEach((query, end) -> visible.merge(query, end, Math::max));
        read.clear();
    }
}
