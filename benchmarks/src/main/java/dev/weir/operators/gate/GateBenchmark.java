package dev.weir.operators.gate;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.benchmarks.SingleThread;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.cell.IndexHash;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Times a record's pass through the gate, without Flink. Units and keys fit into the processor's caches, so that decisions
 * and charges dominate. It is in the package of the gate because the gate is package-private. One operation is one record,
 * for all queries of the plan.
 */
@SuppressWarnings("NullAway.Init")
public class GateBenchmark extends SingleThread {

    private static final int RECORDS = 8192;
    private static final int UNITS = 2048;
    private static final int KEYS = 64;
    private static final long HOUR = 3_600_000;
    /** A limit of contributions that no unit reaches within an iteration. */
    private static final Spend SPEND = new Spend(null, 1L << 22);

    /** The queries that are measured. */
    public enum Queries {
        /** A count and a sum in tumbling windows. */
        SCALARS,
        /** A mean in tumbling windows. */
        MEAN,
        /** A count and a sum as running totals. */
        RUNNING,
        /** A mean as running total. */
        RUNNING_MEAN,
        /** The queries of {@code SCALARS}, {@code MEAN} and {@code RUNNING} in one plan. */
        MIXED
    }

    /** The queries of the plan. */
    @Param
    public Queries queries;

    private final List<ContributionBatch> batches = new ArrayList<>();
    private Plan plan;
    private BatchedGate gate;
    private UnitTable table;
    private PartialSums sums;
    private RecordCounters counters;

    /** Generates the records. */
    @Setup
    public void records() {
        plan = Plan.of(
                "benchmark",
                PrivacyUnit.USER_PER_DAY,
                new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6"))),
                new TimeBounds(0, 0),
                asked());
        BatchBuffer buffer = new BatchBuffer(1, batch -> batches.add(new ContributionBatch.Serializer().copy(batch)));
        SplittableRandom random = new SplittableRandom(1);
        AdmittedRecord record = new AdmittedRecord();
        for (int i = 0; i < RECORDS; i++) {
            record.start(id(random.nextInt(UNITS)), random.nextLong(2 * HOUR));
            int key = random.nextInt(KEYS);
            long value = random.nextInt(1, 101);
            for (int query = 0; query < plan.queries().size(); query++) {
                int words = plan.queries().get(query).query().layout().words();
                record.add(query, key, words == 1 ? new long[] {value} : new long[] {1, value});
            }
            buffer.add(record);
        }
        buffer.sendAll();
    }

    private static byte[] id(int unit) {
        return ByteBuffer.allocate(Long.BYTES).putLong(unit).array();
    }

    private List<Query> asked() {
        Aggregate count = new Count("count", BigDecimal.ONE);
        Aggregate sum = new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100), null);
        Aggregate mean = new Mean("mean", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100));
        Query scalars = query("scalars", new TumblingWindow(HOUR), List.of(count, sum));
        Query block = query("mean", new TumblingWindow(HOUR), List.of(mean));
        Window totals = RunningWindow.of(Duration.ofMillis(HOUR), 1 << 16);
        Query running = query("running", totals, List.of(count, sum));
        return switch (queries) {
            case SCALARS -> List.of(scalars);
            case MEAN -> List.of(block);
            case RUNNING -> List.of(running);
            case RUNNING_MEAN -> List.of(query("running-mean", totals, List.of(mean)));
            case MIXED -> List.of(scalars, block, running);
        };
    }

    private static Query query(String name, Window window, List<Aggregate> aggregates) {
        List<String> keys = IntStream.range(0, KEYS).mapToObj(Integer::toString).toList();
        return new Query(name, 1, "", new DeclaredKeys(keys), window, Bounds.NONE, aggregates, SPEND, null);
    }

    /** Creates an empty table, so that no account runs out. */
    @Setup(Level.Iteration)
    public void table() {
        List<GateQuery> gated = GateQuery.of(plan);
        UnitLayout layout = new UnitLayout(gated, new IndexHash(KeyStream.fresh()));
        OpenKeys keys = new OpenKeys(plan);
        gate = new BatchedGate(new Gate(gated, layout, keys), plan.unit());
        table = new UnitTable(plan, layout, keys, new ClosedCells(plan, Schedule.startingAt(Long.MIN_VALUE)));
        sums = new PartialSums(plan);
        counters = RecordCounters.empty(plan.queries().size());
    }

    /** Passes all records through the gate once. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public int records8192() {
        for (ContributionBatch batch : batches) {
            gate.pass(batch, table, sums, counters);
        }
        return table.size();
    }
}
