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
 *   <li>{@code publishedUntilMs} is the end of the latest window of which this attempt has made a row visible, in epoch
 * milliseconds. Before the first such row it is the end of the latest window that was visible when the state was
 * written (windows of pending batches do not count), or the schedule's start. Without a ledger that end is not known,
 * and the metric is -1 until the first row.
 *   <li>{@code stepMs} is the time between two releases of the query, in milliseconds.
 *   <li>{@code dueMs}, only in a job with a ledger, is the time after {@code publishedUntilMs} within which the next
 *       window must be visible: the step plus the delay of {@link PublicTimes}.
 * </ul>
 *
 * <p>These metrics depend only on the plan, on the schedule and on the machine, because a query has a row for each of
 * its keys at each step, whatever the records are. Where keys are discovered, the ledger has a row for each window that is closed, and
 * publishing it moves {@code publishedUntilMs} also if no key was announced.
 *
 * <p>Only the thread that publishes calls the methods. Any thread may read the gauges.
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
     * Registers the metric {@code dueMs} and sets {@code publishedUntilMs} to its first value.
     *
     * @param times the times at which releases are due
     * @param reach the time up to which all windows are visible, epoch milliseconds; {@link Long#MIN_VALUE} if no
     * window is visible
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

    /** A view of the rows that notes, while they are read, the latest window of each query. */
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

            /** The query of the row that was read last. The rows of a window are adjacent. */
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

    /** Notes windows of which no row need be visible, because no key was announced. */
    void closed(Collection<PublishedRow> windows) {
        windows.forEach(row -> read.merge(row.query(), row.windowEnd(), Math::max));
    }

    /** Notes that all rows read so far are visible. */
    void published() {
        read.forEach((query, end) -> visible.merge(query, end, Math::max));
        read.clear();
    }
}
