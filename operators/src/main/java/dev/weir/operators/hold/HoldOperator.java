package dev.weir.operators.hold;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import java.util.stream.Stream;
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
 * <p><b>State.</b> {@link HeldRows} for each key group: rows of windows that some subtasks have closed. They are secret as unpublished rows are.
 */
public final class HoldOperator extends KeyGroupOperator<Outcome, Outcome, HeldRows> {

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;

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
    }

    /**
     * Whether an outcome is of a query whose keys nobody declared.
     *
     * @param plan the plan
     * @param outcome the outcome of a key
     */
    public static boolean takes(Plan plan, Outcome outcome) {
        return plan.queries().get(outcome.query()).query().keys().discovered().isPresent();
    }

    /**
     * The route of an outcome to this operator.
     *
     * @param plan the plan
     * @param outcome the outcome of a key
     */
    public static int route(Plan plan, Outcome outcome) {
        return KeyRouting.of(plan.queries().get(outcome.query()).query().name(), "");
    }

    @Override
    protected List<HeldRows> newTables(int groups) {
        ClosedCells closed = new ClosedCells(plan(), schedule);
        List<String> names =
                plan().queries().stream().map(priced -> priced.query().name()).toList();
        return Stream.generate(() -> new HeldRows(names, closed)).limit(groups).toList();
    }

    @Override
    public void open() throws Exception {
        super.open();
        closer = new WindowCloser(plan().windows(), schedule);
    }

    @Override
    public void processElement(StreamRecord<Outcome> element) {
        Outcome outcome = element.getValue();
        table(route(plan(), outcome)).add(outcome);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        closer.advance(watermark.getTimestamp());
        release(watermark.equals(Watermark.MAX_WATERMARK) ? Long.MAX_VALUE : closer.closedUpTo());
        super.processWatermark(watermark);
    }

    /** Sends what is left at the end of the input, when no further row comes. */
    @Override
    public void finish() throws Exception {
        release(Long.MAX_VALUE);
        super.finish();
    }

    private void release(long closedUpTo) {
        tables().forEach(table -> table.release(closedUpTo, row -> output.collect(new StreamRecord<>(row))));
    }
}
