package dev.weir.operators.levels;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.QueryRoutes;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Takes the noisy numbers of the nodes of queries with levels, keyed by query, and hands on the rows of a window when all of its numbers are there. It
 * draws nothing: its result is a function of what it has taken and of public configuration, in one thread and in the order of nodes, so the same numbers
 * give the same rows at every parallelism and after every restore.
 *
 * <p>The release operator forwards a watermark when it has drawn all windows that the watermark closes. So a window that is not complete when a
 * watermark arrives will never be, and is forgotten.
 *
 * <p><b>State.</b> A {@link LevelTable} for each key group: numbers of windows that are not complete. They are secret as unpublished rows are.
 */
public final class LevelOperator extends KeyGroupOperator<Outcome, Outcome, LevelTable> {

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;
    private final boolean isExact;
    private final QueryRoutes routes;

    private transient Map<Integer, LevelWindows> windows;
    private transient WindowCloser closer;

    /**
     * Creates the operator.
     *
     * @param plan the queries
     * @param schedule which windows are released
     * @param isExact whether the numbers are exact values, for teaching and checking, that are added up and not solved
     */
    @SuppressWarnings("NullAway.Init")
    public LevelOperator(Plan plan, Schedule schedule, boolean isExact) {
        super(plan);
        this.schedule = schedule;
        this.isExact = isExact;
        this.routes = new QueryRoutes(plan);
    }

    /**
     * Whether an outcome is of a query with levels.
     *
     * @param plan the plan
     * @param outcome the outcome of a key
     */
    public static boolean takes(Plan plan, Outcome outcome) {
        return plan.queries().get(outcome.query()).levelNoise().isPresent();
    }

    @Override
    protected List<LevelTable> newTables(int groups) {
        windows = new HashMap<>();
        ClosedCells closed = new ClosedCells(plan(), schedule);
        List<String> names =
                plan().queries().stream().map(priced -> priced.query().name()).toList();
        return IntStream.range(0, groups)
                .mapToObj(group -> new LevelTable(names, this::windows, closed))
                .toList();
    }

    private LevelWindows windows(int query) {
        return windows.computeIfAbsent(query, number -> new LevelWindows(plan(), number, isExact));
    }

    @Override
    public void open() throws Exception {
        super.open();
        closer = new WindowCloser(plan().windows(), schedule);
    }

    @Override
    public void processElement(StreamRecord<Outcome> element) {
        Outcome outcome = element.getValue();
        LevelWindows ofQuery = windows(outcome.query());
        table(routes.of(outcome.query())).add(outcome, window -> {
            if (isExact) {
                ofQuery.exactRows(window, outcome.end(), this::emit);
            } else {
                ofQuery.rows(window, outcome.end(), this::emit);
            }
        });
    }

    private void emit(Outcome row) {
        output.collect(new StreamRecord<>(row));
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closer.advance(watermark.getTimestamp())) {
            tables().forEach(table -> table.close(closer.closedUpTo()));
        }
        super.processWatermark(watermark);
    }
}
