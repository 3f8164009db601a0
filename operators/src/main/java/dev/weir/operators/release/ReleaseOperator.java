package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedCells;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.Window;
import dev.weir.operators.time.WindowCloser;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Sums what the gate has counted, keyed by (query, key), and closes windows: every declared key in every window of the
 * schedule, whether any record has it or not, exactly once.
 *
 * <p>Exact totals, key accounts and noise are in this operator alone, so a checkpoint holds all of them or none. Each subtask
 * draws noise from a cryptographic key stream of its own, which is opened with the operator and is never part of its state.
 *
 * <p><b>State.</b> A {@link ReleaseTable} for each key group: as sensitive as the input.
 *
 * <p><b>Late data</b> never re-opens a window: the state says up to which time cells are closed, and what belongs to a closed
 * cell is dropped, whatever the watermark is after a restore.
 */
public final class ReleaseOperator extends KeyGroupOperator<PartialSum, Outcome, ReleaseTable> {

    /** Exact values, for teaching and checking: private. Empty unless they are revealed. */
    public static final OutputTag<Outcome> EXACT = new OutputTag<>("exact", OutcomeSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final boolean reveal;

    private transient WindowCloser closer;

    /**
     * Releases the plan's queries.
     *
     * @param schedule which windows are released
     * @param reveal whether exact values go to {@link #EXACT}: for teaching and checking, never for production
     */
    @SuppressWarnings("NullAway.Init")
    public ReleaseOperator(Plan plan, Schedule schedule, boolean reveal) {
        super(plan);
        this.schedule = schedule;
        this.reveal = reveal;
    }

    @Override
    protected List<ReleaseTable> newTables(int groups) {
        OwnedKeys owned = new OwnedKeys(plan(), groups, this::group);
        Randomness randomness = KeyStream.fresh();
        List<Function<KeyRows, Releaser>> releasers = new ArrayList<>();
        for (PricedQuery priced : plan().queries()) {
            releasers.add(releasers(releasers.size(), priced, randomness));
        }
        return IntStream.range(0, groups)
                .mapToObj(group -> newTable(group, owned, releasers))
                .toList();
    }

    /** What makes the releasers of a query, which share what is prepared once for a subtask. */
    private Function<KeyRows, Releaser> releasers(int query, PricedQuery priced, Randomness randomness) {
        if (priced instanceof PricedCells cells) {
            NoisyRelease release = new NoisyRelease(query, cells, randomness, reveal);
            return keys -> new TumblingReleaser(release, keys);
        }
        PricedTotals totals = (PricedTotals) priced;
        SeriesRelease release = new SeriesRelease(query, totals, randomness, reveal);
        return totals.window() instanceof SlidingWindow sliding
                ? keys -> new SlidingReleaser(release, keys, sliding)
                : keys -> new RunningReleaser(release, keys);
    }

    private ReleaseTable newTable(int group, OwnedKeys owned, List<Function<KeyRows, Releaser>> queries) {
        List<Releaser> releasers = new ArrayList<>();
        for (int query = 0; query < queries.size(); query++) {
            releasers.add(queries.get(query).apply(owned.of(group, query)));
        }
        List<String> names =
                plan().queries().stream().map(priced -> priced.query().name()).toList();
        return new ReleaseTable(names, releasers, schedule.from());
    }

    @Override
    public void open() throws Exception {
        super.open();
        closer = new WindowCloser(plan().windows(), schedule);
    }

    @Override
    public void processElement(StreamRecord<PartialSum> element) {
        PartialSum partial = element.getValue();
        table(partial.route()).add(partial);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closer.advance(watermark.getTimestamp())) {
            closeCells(closer.closedUpTo());
            tables().forEach(table -> table.closeUpTo(closer.closedUpTo()));
        }
        super.processWatermark(watermark);
    }

    private void closeCells(long due) {
        long lowest =
                tables().stream().mapToLong(ReleaseTable::closedUpTo).min().orElse(due);
        for (long end : endsBetween(lowest, due)) {
            for (int query = 0; query < plan().queries().size(); query++) {
                if (isDue(query, end)) {
                    close(query, end);
                }
            }
        }
    }

    /** The ends of all queries' cells after {@code from} and up to {@code due}, in order. */
    private Iterable<Long> endsBetween(long from, long due) {
        TreeSet<Long> ends = new TreeSet<>();
        for (int query = 0; query < plan().queries().size(); query++) {
            Window window = window(query);
            long last = Math.min(due, schedule.lastEnd(window));
            for (long end = window.cellEnd(from); end <= last; end = window.cellEnd(end)) {
                ends.add(end);
            }
        }
        return ends;
    }

    private boolean isDue(int query, long end) {
        return window(query).cellStart(end) == end && end <= schedule.lastEnd(window(query));
    }

    private Window window(int query) {
        return plan().queries().get(query).query().window();
    }

    /** Draws the noise of all keys before it emits the first value, so that the time of a value does not depend on it. */
    private void close(int query, long end) {
        List<Outcome> outcomes = new ArrayList<>();
        tables().forEach(table -> table.close(query, end, outcomes));
        for (Outcome outcome : outcomes) {
            if (outcome.kind() == Outcome.Kind.EXACT) {
                output.collect(EXACT, new StreamRecord<>(outcome));
            } else {
                output.collect(new StreamRecord<>(outcome));
            }
        }
    }
}
