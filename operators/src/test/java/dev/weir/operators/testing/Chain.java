package dev.weir.operators.testing;

import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.GateOperator;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.release.RowLimit;
import dev.weir.operators.time.Schedule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs gate and release operators in test harnesses, one after the other, with records in batches, as admission sends them.
 * Exact values are revealed.
 */
public final class Chain implements AutoCloseable {

    private final boolean onDisk;
    private Plan plan;
    private Schedule schedule;
    private KeyedBench<ContributionBatch, PartialSum> gate;
    private KeyedBench<PartialSum, Outcome> release;
    private final List<Outcome> outcomes = new ArrayList<>();
    private final RecordCounters counters;
    private BatchBuffer batches = batches();

    /** The state of both operators in a checkpoint. */
    public record State(KeyedBench.State gate, KeyedBench.State release) {}

    private Chain(Plan plan, Schedule schedule, int parallelism, boolean onDisk) throws Exception {
        this.onDisk = onDisk;
        this.plan = plan;
        this.schedule = schedule;
        counters = RecordCounters.empty(plan.queries().size());
        gate = gate().start(parallelism, null);
        release = release().start(parallelism, null);
    }

    public static Chain start(Plan plan, Schedule schedule, int parallelism) throws Exception {
        return new Chain(plan, schedule, parallelism, false);
    }

    /** Returns a chain with a state backend that keeps its state on disk. */
    public static Chain onDisk(Plan plan, Schedule schedule, int parallelism) throws Exception {
        return new Chain(plan, schedule, parallelism, true);
    }

    private BatchBuffer batches() {
        return new BatchBuffer(KeyedBench.MAX_PARALLELISM, this::send);
    }

    private KeyedBench<ContributionBatch, PartialSum> gate() {
        return new KeyedBench<>(() -> new GateOperator(plan, schedule), ContributionBatch::route, onDisk);
    }

    private KeyedBench<PartialSum, Outcome> release() {
        return new KeyedBench<>(
                () -> new ReleaseOperator(plan, schedule, RowLimit.NONE, true), PartialSum::route, onDisk);
    }

    public void add(Contributions record) {
        batches.add(record.admitted(plan));
    }

    private void send(ContributionBatch batch) {
        try {
            gate.process(batch);
            pump();
        } catch (Exception e) {
            throw new AssertionError("a gate must take what it is sent", e);
        }
    }

    /** Adds a record for query 0 under its key number {@code key}. */
    public void add(String user, long time, int key, long... amounts) {
        add(record(plan, user, time, 0, key, amounts));
    }

    public static Contributions record(Plan plan, String user, long time, int query, int key, long... amounts) {
        byte[] id = user.getBytes(StandardCharsets.UTF_8);
        return new Contributions(id, plan.unit().period(time), time, new int[] {query}, new int[] {key}, amounts);
    }

    public void watermark(long time) throws Exception {
        batches.sendAll();
        gate.watermark(time);
        pump();
        release.watermark(time);
        outcomes.addAll(release.output(ReleaseOperator.EXACT));
        outcomes.addAll(release.output());
    }

    private void pump() throws Exception {
        for (PartialSum partial : gate.output()) {
            release.process(partial);
        }
    }

    /** Takes an aligned checkpoint: the gate sends its sums, then both operators write their state. */
    public State checkpoint() throws Exception {
        batches.sendAll();
        gate.beforeBarrier();
        pump();
        gate.output(GateOperator.COUNTERS).forEach(counters::add);
        return new State(gate.snapshot(), release.snapshot());
    }

    /** The writes that both operators have begun after a barrier. */
    public record Writing(KeyedBench.Writing gate, KeyedBench.Writing release) {

        /** Waits until both are complete. */
        public State await() throws Exception {
            return new State(gate.await(), release.await());
        }
    }

    /** Sends the barrier of an aligned checkpoint. The state is written to a store while both operators go on. */
    public Writing barrier(CheckpointStreamFactory store) throws Exception {
        batches.sendAll();
        gate.beforeBarrier();
        pump();
        return new Writing(gate.write(2, store), release.write(2, store));
    }

    /** Makes all subtasks fail, which cancels their writes. */
    public void fail() throws Exception {
        gate.fail();
        release.fail();
    }

    /** Ends all subtasks and starts new ones of the same operators from a state, as Flink does after a failure. */
    public void restore(State state, int parallelism) throws Exception {
        close();
        batches = batches(); // records that were buffered are lost with their subtask, and replayed
        gate.start(parallelism, state.gate());
        release.start(parallelism, state.release());
    }

    /** Restores with newly built operators, under another plan or schedule. */
    public void restore(@Nullable State state, int parallelism, Plan nextPlan, Schedule nextSchedule) throws Exception {
        close();
        batches = batches();
        plan = nextPlan;
        schedule = nextSchedule;
        gate = gate().start(parallelism, state == null ? null : state.gate());
        release = release().start(parallelism, state == null ? null : state.release());
    }

    /** The outcomes in the order in which their windows closed. */
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /** The gate's counters up to the last checkpoint, by the query numbers of the first plan. */
    public RecordCounters counters() {
        return counters;
    }

    /** Returns the exact totals by "query/key/end", without cells that have only zeros. */
    public Map<String, List<Long>> totals() {
        Map<String, List<Long>> totals = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            List<Long> values =
                    java.util.Arrays.stream(outcome.values()).boxed().toList();
            if (outcome.kind() == Outcome.Kind.EXACT && values.stream().anyMatch(value -> value != 0)) {
                totals.put(name(outcome), values);
            }
        }
        return totals;
    }

    /** Returns the outcomes of one kind as "query/key/end", with one entry for each occurrence. */
    public List<String> releaseNames(Outcome.Kind kind) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind)
                .map(Chain::name)
                .sorted()
                .toList();
    }

    public static String name(Outcome outcome) {
        return outcome.query() + "/" + outcome.key() + "/" + outcome.end();
    }

    @Override
    public void close() {
        gate.close();
        release.close();
    }
}
