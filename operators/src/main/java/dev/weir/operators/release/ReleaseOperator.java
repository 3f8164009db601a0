package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.gate.Partial;
import dev.weir.operators.query.CellId;
import dev.weir.operators.query.Closing;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.query.TumblingWindow;
import dev.weir.operators.state.KeyGroupOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Sums what the gate lets through, keyed by (query, key), and closes windows: every declared key in every window of the
 * schedule, data or not, each exactly once.
 *
 * <p>Exact total, key account and noise meet here alone, so a checkpoint holds all of them or none. Noise comes from one
 * cryptographic key stream a subtask, opened when the operator opens and never part of its state.
 *
 * <p><b>State.</b> {@link ReleaseTable}, one a key group: as sensitive as the input.
 *
 * <p><b>Late data</b> never re-opens a window: what is at or below the floor is dropped, whatever the watermark says
 * after a restore.
 */
public final class ReleaseOperator extends KeyGroupOperator<Partial, Outcome, ReleaseTable> {

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final boolean reveal;

    private transient Closing closing;
    private transient Roster roster;
    private transient List<Draw> draws;

    /**
     * Releases the plan's queries over the windows of the schedule.
     *
     * @param reveal whether exact values go to the private outlet too: for teaching and checking, never for production
     */
    @SuppressWarnings("NullAway.Init")
    public ReleaseOperator(Plan plan, Schedule schedule, boolean reveal) {
        super(plan);
        this.schedule = schedule;
        this.reveal = reveal;
    }

    @Override
    protected ReleaseTable newTable() {
        return new ReleaseTable(schedule.from());
    }

    @Override
    public void open() throws Exception {
        super.open();
        closing = new Closing(plan(), schedule);
        roster = new Roster(plan(), this::isMine);
        Randomness randomness = KeyStream.fresh();
        draws = new ArrayList<>();
        for (int query = 0; query < plan().queries().size(); query++) {
            draws.add(new Draw(query, plan().queries().get(query), randomness));
        }
    }

    @Override
    public void processElement(StreamRecord<Partial> element) {
        Partial partial = element.getValue();
        CellId cell = new CellId(partial.query(), partial.key(), partial.windowEnd());
        table(partial.route()).add(cell, partial.amounts());
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closing.advance(watermark.getTimestamp())) {
            closeWindows(closing.floor());
            tables().forEach(table -> table.close(closing.floor()));
        }
        super.processWatermark(watermark);
    }

    private void closeWindows(long due) {
        long lowest = tables().stream().mapToLong(ReleaseTable::floor).min().orElse(due);
        for (long end : endsBetween(lowest, due)) {
            for (int query = 0; query < draws.size(); query++) {
                if (isDue(query, end)) {
                    close(query, end);
                }
            }
        }
    }

    /** The ends of all queries' windows above {@code floor} and up to {@code due}, in order. */
    private Iterable<Long> endsBetween(long floor, long due) {
        TreeSet<Long> ends = new TreeSet<>();
        for (int query = 0; query < draws.size(); query++) {
            TumblingWindow window = window(query);
            long last = Math.min(due, schedule.lastEnd(window));
            for (long end = window.endOf(floor); end <= last; end += window.sizeMillis()) {
                ends.add(end);
            }
        }
        return ends;
    }

    private boolean isDue(int query, long end) {
        return window(query).startOf(end) == end && end <= schedule.lastEnd(window(query));
    }

    private TumblingWindow window(int query) {
        return plan().queries().get(query).query().window();
    }

    /** Draws for all keys before the first value leaves, so that the time of a value says nothing about it. */
    private void close(int query, long end) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int key : roster.keys(query)) {
            ReleaseTable table = table(roster.route(query, key));
            if (end > table.floor()) {
                draws.get(query).close(table, key, end, reveal, outcomes);
            }
        }
        outcomes.forEach(outcome -> output.collect(new StreamRecord<>(outcome)));
    }
}
