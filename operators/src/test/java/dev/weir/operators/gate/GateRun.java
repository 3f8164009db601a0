package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.gate.unit.UnitTableContents;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupTable;
import dev.weir.operators.state.restore.Restored;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Plans;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Runs records through a gate and collects its results. */
final class GateRun {

    private final Plan plan;
    private final BatchBuffer batches = new BatchBuffer(1, this::pass);
    private final PartialSums sums;
    private final ToIntFunction<PartialSum> keyOf;
    private final Map<CellId, long[]> totals = new HashMap<>();
    private final RecordCounters counters;
    private final List<GateQuery> queries;
    private final UnitLayout layout;
    private OpenKeys keys;
    private BatchedGate gate;
    private UnitTable table;

    GateRun(Plan plan) {
        this(plan, new OpenKeys(plan), PartialSum::key);
    }

    /**
     * @param keyOf returns the number of the declared key of a sum
     */
    GateRun(Plan plan, OpenKeys keys, ToIntFunction<PartialSum> keyOf) {
        this(plan, keys, keyOf, secret(0));
    }

    /**
     * @param hash the hash by which the tables find units and cells
     */
    GateRun(Plan plan, OpenKeys keys, ToIntFunction<PartialSum> keyOf, IndexHash hash) {
        this.plan = plan;
        this.keys = keys;
        this.keyOf = keyOf;
        queries = GateQuery.of(plan);
        layout = new UnitLayout(queries, hash);
        gate = new BatchedGate(new Gate(queries, layout, keys), plan.unit());
        table = new UnitTable(plan, layout, keys, Plans.openFrom(Long.MIN_VALUE, plan));
        sums = new PartialSums(plan);
        counters = RecordCounters.empty(plan.queries().size());
    }

    /** Returns a hash that is the same in every run. */
    static IndexHash secret(long seed) {
        return new IndexHash(new SplittableRandom(seed)::nextLong);
    }

    /** Runs only the {@code chosen} records of a case; windows close at the same times as in the whole case. */
    static GateRun of(GateCase random, Predicate<Contributions> chosen) {
        GateRun run = new GateRun(random.plan());
        random.steps().forEach(step -> {
            if (step.record() == null) {
                run.close(step.closedUpTo());
            } else if (chosen.test(step.record())) {
                run.add(step.record());
            }
        });
        return run;
    }

    /** Continues from a checkpoint with other numbers for the keys. */
    void restart(OpenKeys nextKeys) throws IOException {
        restart(nextKeys, state());
    }

    /** Continues from a given state of the table. */
    void restart(OpenKeys nextKeys, byte[] state) throws IOException {
        sums.close(Long.MAX_VALUE, this::add);
        keys = nextKeys;
        gate = new BatchedGate(new Gate(queries, layout, keys), plan.unit());
        table = new UnitTable(plan, layout, keys, Plans.openFrom(Long.MIN_VALUE, plan));
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
            table.read(in, in.readInt(), Restored.under(plan));
            assertThat(in.available()).isZero();
        }
    }

    void add(Contributions record) {
        batches.add(record.admitted(plan));
    }

    private void pass(ContributionBatch batch) {
        gate.pass(batch, table, sums, counters);
    }

    void close(long closedUpTo) {
        batches.sendAll();
        sums.close(closedUpTo, this::add);
        table.close(closedUpTo);
        keys.close(closedUpTo);
    }

    private void add(PartialSum partial) {
        CellId cell = new CellId(partial.query(), keyOf.applyAsInt(partial), partial.windowEnd());
        long[] total = totals.computeIfAbsent(cell, id -> new long[partial.amounts().length]);
        Arrays.setAll(total, i -> total[i] + partial.amounts()[i]);
    }

    /** Returns the outcomes of the records so far. */
    RecordCounters counters() {
        batches.sendAll();
        return counters;
    }

    /** Returns how often a record has been counted so far, summed over all queries. */
    long counted() {
        batches.sendAll();
        long counted = 0;
        for (int query = 0; query < plan.queries().size(); query++) {
            counted += counters.of(query, RecordOutcome.COUNTED);
        }
        return counted;
    }

    /** Returns what all units together have been charged for a query, in parts of its account. */
    BigInteger charged(int query) {
        return UnitTableContents.charged(table(), layout, query);
    }

    int units() {
        batches.sendAll();
        return table.size();
    }

    /** Returns the table as a checkpoint would hold it. */
    byte[] state() {
        batches.sendAll();
        try (KeyGroupTable.View view = table.view()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            view.write(new DataOutputStream(bytes));
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the table, with all records so far in it. */
    UnitTable table() {
        batches.sendAll();
        return table;
    }

    /** Returns the totals of all accepted contributions, without cells that have only zeros. */
    Map<String, List<Long>> totals() {
        batches.sendAll();
        sums.flush(this::add);
        Map<String, List<Long>> readable = new TreeMap<>();
        totals.forEach((cell, total) -> {
            if (Arrays.stream(total).anyMatch(amount -> amount != 0)) {
                readable.put(name(plan, cell), Arrays.stream(total).boxed().toList());
            }
        });
        return readable;
    }

    static String name(Plan plan, CellId cell) {
        String key = plan.queries().get(cell.query()).query().keys().name(cell.key());
        return cell.query() + "/" + key + "/" + cell.windowEnd();
    }
}
