package dev.weir.operators.gate;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import java.util.List;
import java.util.function.Consumer;

/**
 * The gate of one key group, in the caller's thread and without a cluster. It is for samples inside the trusted base.
 * As in a {@link GateOperator}, a {@link Gate} decides, with a {@link UnitTable} as its state. This class draws no
 * noise and publishes nothing.
 */
public final class LocalGate {

    private final BatchedGate gate;
    private final UnitTable table;
    private final PartialSums sums;
    private final RecordCounters counters;
    private final Consumer<PartialSum> out;

    /**
     * Creates a gate that knows no unit yet.
     *
     * @param plan the queries and the privacy unit
     * @param schedule which windows are released
     * @param out receives the growth of cells, which is exact and private
     */
    public LocalGate(Plan plan, Schedule schedule, Consumer<PartialSum> out) {
        List<GateQuery> queries = GateQuery.of(plan);
        UnitLayout layout = new UnitLayout(queries, new IndexHash(KeyStream.fresh()));
        OpenKeys keys = new OpenKeys(plan);
        this.gate = new BatchedGate(new Gate(queries, layout, keys), plan.unit());
        this.table = new UnitTable(plan, layout, keys, new ClosedCells(plan, schedule));
        this.sums = new PartialSums(plan);
        this.counters = RecordCounters.empty(plan.queries().size());
        this.out = out;
    }

    /**
     * Decides which records of a batch count.
     *
     * @param batch the batch, which must have been made for a single key group
     */
    public void pass(ContributionBatch batch) {
        gate.pass(batch, table, sums, counters);
    }

    /** Passes on the sums that were counted since the last call. */
    public void finish() {
        sums.flush(out);
    }

    /** The outcomes of the records that were passed. They are private. */
    public RecordCounters counters() {
        return counters;
    }
}
