package dev.weir.operators.gate;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.query.Plan;
import dev.weir.operators.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import java.util.function.Consumer;

/**
 * The gate of a {@link GateOperator} of one key group, in the caller's thread and without a cluster: for samples, inside the trusted base.
 * Bounds and accounts are decided by {@link Gate} on a {@link UnitTable}, as in a job. It draws nothing and publishes nothing.
 */
public final class LocalGate {

    private final OpenKeys keys;
    private final BatchedGate gate;
    private final UnitTable table;
    private final PartialSums sums;
    private final RecordCounters counters;
    private final WindowCloser closer;
    private final Consumer<PartialSum> out;

    /**
     * A gate that knows no unit.
     *
     * @param schedule which windows are released
     * @param out takes what cells grow by: exact, private
     */
    public LocalGate(Plan plan, Schedule schedule, Consumer<PartialSum> out) {
        List<GateQuery> queries = GateQuery.of(plan);
        RowLayout layout = new RowLayout(queries, new IndexHash(KeyStream.fresh()));
        this.keys = new OpenKeys(plan);
        this.gate = new BatchedGate(new Gate(queries, layout, keys), plan.unit());
        this.table = new UnitTable(plan, layout, keys, new ClosedCells(plan, schedule));
        this.sums = new PartialSums(plan);
        this.counters = RecordCounters.empty(plan.queries().size());
        this.closer = new WindowCloser(plan.windows(), schedule);
        this.out = out;
    }

    /** Decides about the records of a batch. */
    public void pass(ContributionBatch batch) {
        gate.pass(batch, table, sums, counters);
    }

    /**
     * Closes windows, and forgets the units that no record can reach any more.
     *
     * @param watermark epoch milliseconds: all records before it have been passed
     */
    public void advance(long watermark) {
        if (closer.advance(watermark)) {
            sums.close(closer.closedUpTo(), out);
            table.close(closer.closedUpTo());
            keys.close(closer.closedUpTo());
        }
    }

    /** Hands over what has been counted since. */
    public void finish() {
        sums.flush(out);
    }

    /** Where records that were passed have ended: private. */
    public RecordCounters counters() {
        return counters;
    }
}
