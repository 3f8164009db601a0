package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The public metrics of publishing, in the group {@code weir}. They depend on the schedule, on public accounts and on
 * the machine; no label depends on the records, and no metric is about a single key. {@link QueryMetrics} has the
 * metrics of each query.
 *
 * <p>{@code releases}, {@code withheld} and {@code batches} count what this attempt has published. Rows of closed windows do not count. {@code
 * publishingLagMs} belongs to the latest published batch: it is the time from the end of the batch's last window until
 * the batch became visible. In a replay it is about as large as the stream is old. {@code checkpointToVisibilityMs} is
 * the time from the barrier of a checkpoint until a batch that this checkpoint closed was visible. It belongs to the
 * latest visible batch among those that this attempt has closed.
 *
 * <p>{@code heldBatches}, only in a job with a ledger, is the number of batches that wait because the ledger cannot be
 * reached.
 *
 * <p>{@code foreignRecords}, in the group {@code private}, counts the unreadable records that other writers have added
 * to the ledger's topic while this attempt ran. It depends on those writers alone.
 */
public final class PublishMetrics {

    private static final long UNKNOWN = -1;

    private final LongSupplier clock;
    private final Counter releases;
    private final Counter withheld;
    private final Counter batches;
    private final Counter foreign;
    private final Map<Long, Long> closedAt = new HashMap<>();
    private final MetricGroup group;
    private final QueryMetrics queries;
    private long barrier = UNKNOWN;
    private volatile long lag = UNKNOWN;
    private volatile long toVisibility = UNKNOWN;

    /**
     * Creates and registers the metrics of an attempt that has published nothing yet.
     *
     * @param operator the group of the operator's metrics
     * @param plan the plan; each of its queries has metrics of its own
     * @param clock returns the present time, epoch milliseconds
     */
    public PublishMetrics(MetricGroup operator, Plan plan, LongSupplier clock) {
        this.clock = clock;
        group = operator.addGroup("weir");
        releases = group.counter("releases");
        withheld = group.counter("withheld");
        batches = group.counter("batches");
        foreign = operator.addGroup("private").counter("foreignRecords");
        group.gauge("publishingLagMs", (Gauge<Long>) () -> lag);
        group.gauge("checkpointToVisibilityMs", (Gauge<Long>) () -> toVisibility);
        queries = new QueryMetrics(group, plan);
    }

    /**
     * Registers the metric {@code heldBatches}.
     *
     * @param heldBatches returns the number of batches that wait for the ledger
     */
    public void showHeld(Gauge<Integer> heldBatches) {
        group.gauge("heldBatches", heldBatches);
    }

    /**
     * Counts unreadable records that somebody else has written into the ledger. Only one thread may call this method.
     *
     * @param records the number of newly found records
     */
    public void foreign(int records) {
        foreign.inc(records);
    }

    /**
     * Registers, for each query, the metric that shows when releases are due.
     *
     * @param times the times at which releases are due
     * @param state the restored state, which determines the time up to which all windows are visible
     */
    public void expect(PublicTimes times, JournalState state) {
        queries.expect(times, visibleReach(state));
    }

    /**
     * The time up to which all windows are visible: the end of the last released window, or, with pending batches, the
     * millisecond before the first end of a window in the oldest of them.
     */
    private static long visibleReach(JournalState state) {
        return state.pending().isEmpty()
                ? state.reach()
                : state.pending().get(0).batch().span().firstEnd() - 1;
    }

    /**
     * Wraps the rows that are about to be published. The caller must read them from the returned collection, so that
     * the metrics learn which windows are published.
     */
    Collection<PublishedRow> watched(Collection<PublishedRow> rows) {
        return queries.watched(rows);
    }

    /** Reports that a batch is durable, in the ledger and as copies. */
    synchronized void published(LedgerBatch published) {
        int withheldRows = published.withheld();
        withheld.inc(withheldRows);
        releases.inc(published.rows().size() - withheldRows);
        queries.closed(published.closedWindows());
        visible(published.batch());
    }

    /** Reports the barrier of a checkpoint. */
    public synchronized void barrier() {
        barrier = clock.getAsLong();
    }

    /**
     * Reports that the checkpoint of the latest barrier has closed a batch.
     *
     * @param batch the batch with its rows
     */
    public synchronized void closed(LedgerBatch batch) {
        closedAt.put(batch.batch().sequence(), barrier);
    }

    private void visible(Batch batch) {
        long now = clock.getAsLong();
        batches.inc();
        queries.published();
        lag = now - batch.span().lastEnd();
        Long closed = closedAt.remove(batch.sequence());
        if (closed != null) {
            toVisibility = now - closed;
        }
    }
}
