package dev.weir.operators.hold;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.QueryRoutes;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Keeps the rows of queries whose keys nobody declared, keyed by query, until a watermark says that every subtask of the release operator has
 * closed their window. All rows of a window then leave in one call, in the order of the bytes of their keys, so that no barrier falls between
 * two of them.
 *
 * <p>Without this operator the rows of a window could fall into several published batches. Which of them a row is in would show
 * which subtasks were late, and that depends on how many keys exist that are not announced.
 *
 * <p><b>Silence is an outcome.</b> That no key of a window, or of a step of running totals, reaches its threshold depends on the noise that was
 * drawn. So with the rows of each window goes an outcome of kind {@link Outcome.Kind#CLOSED}, whatever the rows are: it is a function of the
 * schedule alone. All subtasks have drawn the window by then, so a checkpoint that holds this outcome holds the draws, and the ledger, which takes
 * it with that checkpoint, refuses every state from before the window, as it does where rows have been released. A window is passed on once: its
 * time is in the state, with the tables of the release operator in the same checkpoint.
 *
 * <p><b>State.</b> {@link HeldRows} for each key group: rows of windows that some subtasks have closed, and the time up to which windows have been
 * passed on. The rows are secret as unpublished rows are.
 */
public final class HoldOperator extends KeyGroupOperator<Outcome, Outcome, HeldRows> {

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final QueryRoutes routes;

    private transient WindowCloser closer;

    /**
     * Creates the operator.
     *
     * @param plan the queries
     * @param schedule which windows are released
     */
    @SuppressWarnings("NullAway.Init")
    public HoldOperator(Plan plan, Schedule schedule) {
        super(plan);
        this.schedule = schedule;
        this.routes = new QueryRoutes(plan);
    }

    /**
     * Whether an outcome is of a query whose keys nobody declared.
     *
     * @param plan the plan
     * @param outcome the outcome of a key
     */
    public static boolean takes(Plan plan, Outcome outcome) {
        return isDiscovered(plan, outcome.query());
    }

    @Override
    protected List<HeldRows> newTables(int groups) {
        ClosedCells closed = new ClosedCells(plan(), schedule);
        List<String> names =
                plan().queries().stream().map(priced -> priced.query().name()).toList();
        return IntStream.range(0, groups)
                .mapToObj(group -> new HeldRows(names, closed, windows(group)))
                .toList();
    }

    /** The windows of the queries of a key group of this subtask. */
    private Map<Integer, HeldRows.ScheduledWindow> windows(int group) {
        Map<Integer, HeldRows.ScheduledWindow> windows = new TreeMap<>();
        discovered(plan()).filter(query -> group(routes.of(query)) == group).forEach(query -> {
            Window window = plan().windows().get(query);
            windows.put(query, new HeldRows.ScheduledWindow(window, schedule.lastEnd(window)));
        });
        return windows;
    }

    /** The numbers of the queries whose keys nobody declared. */
    private static IntStream discovered(Plan plan) {
        return IntStream.range(0, plan.queries().size()).filter(query -> isDiscovered(plan, query));
    }

    private static boolean isDiscovered(Plan plan, int query) {
        return plan.queries().get(query).query().keys().discovered().isPresent();
    }

    @Override
    public void open() throws Exception {
        super.open();
        List<Window> windows =
                discovered(plan()).mapToObj(plan().windows()::get).toList();
        closer = new WindowCloser(windows, schedule);
    }

    @Override
    public void processElement(StreamRecord<Outcome> element) {
        Outcome outcome = element.getValue();
        table(routes.of(outcome.query())).add(outcome);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closer.advance(watermark.getTimestamp())) {
            release();
        }
        super.processWatermark(watermark);
    }

    /**
     * Passes on the windows that the watermarks have closed, one by one. The last watermark of a schedule without an end closes no window, so the
     * rows of a window that some subtasks have not closed stay in the state.
     */
    private void release() {
        Consumer<Outcome> out = row -> output.collect(new StreamRecord<>(row));
        long time = tables().stream().mapToLong(HeldRows::closedUpTo).min().orElse(closer.closedUpTo());
        for (long due = closer.firstDue(time); due != WindowCloser.NONE; due = closer.firstDue(due)) {
            long end = due;
            tables().forEach(table -> table.close(end, out));
        }
        tables().forEach(table -> table.closeUpTo(closer.closedUpTo(), out));
    }
}
