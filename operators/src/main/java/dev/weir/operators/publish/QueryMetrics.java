package dev.weir.operators.publish;

import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The public metrics of each query, in the group {@code query} with the query's name. {@code publishedUntilMs} is the end of the
 * latest window of which this attempt has made a row visible, in epoch milliseconds, -1 before the first. {@code stepMs} is how
 * often the query releases. Both depend on the plan, on the schedule and on the machine: a query has a row for each of its
 * keys at each step, whatever the records are.
 *
 * <p>Used by the one thread that publishes; gauges are read by any thread.
 */
final class QueryMetrics {

    private static final long UNKNOWN = -1;

    private final Map<String, Long> visible = new ConcurrentHashMap<>();
    private final Map<String, Long> read = new HashMap<>();

    QueryMetrics(MetricGroup weir, Plan plan) {
        for (PricedQuery priced : plan.queries()) {
            String name = priced.query().name();
            long step = priced.query().window().cellMillis();
            MetricGroup query = weir.addGroup("query", name);
            query.gauge("publishedUntilMs", (Gauge<Long>) () -> visible.getOrDefault(name, UNKNOWN));
            query.gauge("stepMs", (Gauge<Long>) () -> step);
        }
    }

    /** The same rows: whoever reads them tells this what they are about. */
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

            /** The rows of a window follow each other. */
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

    /** What has been read is visible. */
    void published() {
        read.forEach((query, end) -> visible.merge(query, end, Math::max));
        read.clear();
    }
}
