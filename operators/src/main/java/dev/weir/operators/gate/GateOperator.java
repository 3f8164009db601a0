package dev.weir.operators.gate;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * The gate for all queries of a stream, keyed by privacy unit. It sends partial sums before windows close and before every barrier, and
 * counters, those of admission among them, before every barrier. Therefore no checkpoint has to contain partial sums or counters.
 *
 * <p><b>State.</b> A {@link UnitTable} for each key group. It holds for each unit an entry of words, whose layout is a {@link UnitLayout},
 * and the unit's open cells. {@link UnitTable} describes how long they are kept. The state is as sensitive as the input.
 */
public final class GateOperator extends KeyGroupOperator<ContributionBatch, PartialSum, UnitTable> {

    /** The side output of what was counted since the last barrier. Its content is private. */
    public static final OutputTag<RecordCounters> COUNTERS =
            new OutputTag<>("gate-counters", RecordCountersSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final Schedule schedule;

    private transient OpenKeys keys;
    private transient BatchedGate gate;
    private transient PartialSums sums;
    private transient RecordCounters counters;
    private transient WindowCloser closer;

    /**
     * Creates a gate for the plan's queries.
     *
     * @param plan the queries and the privacy unit
     * @param schedule which windows are released
     */
    @SuppressWarnings("NullAway.Init")
    public GateOperator(Plan plan, Schedule schedule) {
        super(plan);
        this.schedule = schedule;
    }

    @Override
    protected List<UnitTable> newTables(int groups) {
        List<GateQuery> queries = GateQuery.of(plan());
        UnitLayout layout = new UnitLayout(queries, new IndexHash(KeyStream.fresh()));
        keys = new OpenKeys(plan());
        gate = new BatchedGate(new Gate(queries, layout, keys), plan().unit());
        ClosedCells closed = new ClosedCells(plan(), schedule);
        return Stream.generate(() -> new UnitTable(plan(), layout, keys, closed))
                .limit(groups)
                .toList();
    }

    @Override
    public void open() throws Exception {
        super.open();
        sums = new PartialSums(plan());
        counters = RecordCounters.empty(plan().queries().size());
        closer = new WindowCloser(plan().windows(), schedule);
    }

    @Override
    public void processElement(StreamRecord<ContributionBatch> element) {
        ContributionBatch batch = element.getValue();
        requireGroups(batch.groups());
        gate.pass(batch, table(batch.route()), sums, counters);
        batch.addCountedTo(counters);
        batch.release();
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closer.advance(watermark.getTimestamp())) {
            sums.close(closer.closedUpTo(), this::emit);
            tables().forEach(table -> table.close(closer.closedUpTo()));
            keys.close(closer.closedUpTo());
        }
        super.processWatermark(watermark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        flush();
    }

    @Override
    public void finish() throws Exception {
        flush();
        super.finish();
    }

    private void flush() {
        sums.flush(this::emit);
        if (!counters.isEmpty()) {
            output.collect(COUNTERS, new StreamRecord<>(counters));
            counters = RecordCounters.empty(plan().queries().size());
        }
    }

    private void emit(PartialSum partial) {
        output.collect(new StreamRecord<>(partial));
    }
}
