package dev.weir.operators.topology;

import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.admit.AdmissionSettings;
import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterOperator;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.gate.GateOperator;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.hold.HoldOperator;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.levels.LevelOperator;
import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.OutcomeSerializer;
import dev.weir.operators.release.QueryRoutes;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.release.RowLimit;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.jspecify.annotations.Nullable;

/**
 * Connects the operators that records and releases pass: admit, gate, release, publish. One shuffle by unit serves all
 * queries; one shuffle by (query, key) follows.
 *
 * @param plan the queries
 * @param schedule the windows that are released
 * @param clock the source of the times that move the public clock
 * @param idleDelay the time without records after which the public clock follows the wall clock, by which releases may
 *     be late; zero if idleness does not delay releases
 */
public record ReleaseTopology(Plan plan, Schedule schedule, ClockMode clock, Duration idleDelay) {

    private static final String EXACT = "weir-exact";
    private static final String LEVELS = "weir-levels";
    private static final String HOLD = "weir-hold";
    private static final String EXACT_LEVELS = "weir-exact-levels";

    /**
     * Creates the topology of a job in which idleness does not delay releases.
     *
     * @param plan the queries
     * @param schedule the schedule of the releases
     * @param clock the source of the times that move the public clock
     */
    public ReleaseTopology(Plan plan, Schedule schedule, ClockMode clock) {
        this(plan, schedule, clock, Duration.ZERO);
    }

    /**
     * Whether the job that is being built contains these operators already. A job can contain them only once.
     *
     * @param environment the environment in which the job is built
     */
    public static boolean isIn(StreamExecutionEnvironment environment) {
        return environment.getTransformations().stream().anyMatch(step -> JobEnd.PUBLISH.equals(step.getUid()));
    }

    /**
     * Admits slots, the positions of the input with or without a valid record ({@code docs/guarantee.md}). The result's
     * side output is {@link AdmitOperator#DEAD_LETTERS}.
     *
     * @param <T> the type that the source emits for a slot
     * @param slots the output of the source, each partition in its order
     * @param decoder decodes a slot into a record or a rejection
     */
    public <T> SingleOutputStreamOperator<ContributionBatch> admit(DataStream<T> slots, RecordDecoder<T> decoder) {
        AdmissionSettings settings =
                new AdmissionSettings(plan, schedule, clock, groups(slots.getExecutionEnvironment()));
        AdmitOperator<T> admit = new AdmitOperator<>(settings, decoder);
        return slots.transform("admit", ContributionBatch.TYPE, admit).uid("weir-admit");
    }

    /**
     * The destinations of the results.
     *
     * @param releases opens the sink that makes rows visible
     * @param counters receives the exact counters; it must be inside the trusted base
     * @param exact receives the rows of revealed exact values; it must be inside the trusted base. Null if exact values
     * are not revealed. These rows are not written to the ledger, so they appear exactly once only if this Flink sink
     * is exactly-once
     * @param ledger the place of the ledger
     * @param lineage what is told of the published rows to listeners of Flink's lineage; null if nothing is
     */
    public record Ports(
            ReleaseSink.Factory releases,
            CounterSink counters,
            @Nullable Sink<PublishedRow> exact,
            LedgerAccess ledger,
            @Nullable LineageVertex lineage) {

        /**
         * Destinations without a sink of exact values.
         *
         * @param releases opens the sink that makes rows visible
         * @param counters receives the exact counters; it must be inside the trusted base
         * @param ledger the place of the ledger
         */
        public static Ports of(ReleaseSink.Factory releases, CounterSink counters, LedgerAccess ledger) {
            return new Ports(releases, counters, null, ledger, null);
        }

        /**
         * These destinations with another sink of exact values.
         *
         * @param sink the sink; null if exact values are not revealed
         */
        public Ports revealing(@Nullable Sink<PublishedRow> sink) {
            return new Ports(releases, counters, sink, ledger, lineage);
        }

        /**
         * These destinations with what is told of them.
         *
         * @param told what listeners of Flink's lineage are told of the published rows
         */
        public Ports told(LineageVertex told) {
            return new Ports(releases, counters, exact, ledger, told);
        }
    }

    /**
     * Adds the operators that bound contributions, release and publish.
     *
     * @param admitted the result of {@link #admit}
     * @param ticks a stream without records whose watermarks follow the wall clock, or {@code admitted} itself
     * @param format the format that writes outcomes as rows
     * @param ports the destinations of the results
     */
    public void release(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            DataStream<ContributionBatch> ticks,
            RowFormat format,
            Ports ports) {
        SingleOutputStreamOperator<PartialSum> gate = gate(admitted, ticks);
        ReleaseOperator release = new ReleaseOperator(
                plan, schedule, rowLimit(admitted.getExecutionEnvironment()), ports.exact() != null);
        SingleOutputStreamOperator<Outcome> releases = gate.keyBy(PartialSum::route, Types.INT)
                .transform("release", OutcomeSerializer.TYPE, release)
                .uid("weir-release");
        publish(
                rows(held(solved(releases, LEVELS)), new RowsAndWindows(plan, format), JobEnd.PUBLISH),
                gate.getSideOutput(GateOperator.COUNTERS),
                ports);
        if (ports.exact() != null) {
            rows(solved(releases.getSideOutput(ReleaseOperator.EXACT), EXACT_LEVELS), format, EXACT)
                    .sinkTo(ports.exact())
                    .name("exact")
                    .uid(EXACT);
        }
    }

    private SingleOutputStreamOperator<PartialSum> gate(
            SingleOutputStreamOperator<ContributionBatch> admitted, DataStream<ContributionBatch> ticks) {
        DataStream<ContributionBatch> batches = ticks == admitted ? admitted : admitted.union(ticks);
        return batches.keyBy(ContributionBatch::route, Types.INT)
                .transform("gate", PartialSum.TYPE, new GateOperator(plan, schedule))
                .uid("weir-gate")
                .setMaxParallelism(groups(admitted.getExecutionEnvironment()));
    }

    /**
     * Adds, if a query has levels, the operator where all numbers of its windows meet. The outcomes of other queries pass it by. All rows of a query leave it in one subtask, so they are
     * spread over all of those that follow.
     *
     * @param uid the uid of the operator, which also says whether the numbers are exact
     */
    private DataStream<Outcome> solved(DataStream<Outcome> outcomes, String uid) {
        if (plan.queries().stream().noneMatch(priced -> priced.levelNoise().isPresent())) {
            return outcomes;
        }
        Plan asked = plan;
        LevelOperator levels = new LevelOperator(plan, schedule, uid.equals(EXACT_LEVELS));
        DataStream<Outcome> solved = outcomes.filter(outcome -> LevelOperator.takes(asked, outcome))
                .name("numbers of levels")
                .uid(uid + "-numbers")
                .keyBy(new QueryRoutes(plan), Types.INT)
                .transform("levels", OutcomeSerializer.TYPE, levels)
                .uid(uid)
                .setMaxParallelism(groups(outcomes.getExecutionEnvironment()));
        return outcomes.filter(outcome -> !LevelOperator.takes(asked, outcome))
                .name("rows without levels")
                .uid(uid + "-others")
                .union(solved.rebalance());
    }

    /** Adds, if keys are discovered, the operator that keeps the rows of a window until all of them are there. Other rows pass it by. */
    private DataStream<Outcome> held(DataStream<Outcome> outcomes) {
        if (plan.keys().equals(Delta.ZERO)) {
            return outcomes;
        }
        Plan asked = plan;
        DataStream<Outcome> held = outcomes.filter(outcome -> HoldOperator.takes(asked, outcome))
                .name("rows of announced keys")
                .uid(HOLD + "-rows")
                .keyBy(new QueryRoutes(plan), Types.INT)
                .transform("hold", OutcomeSerializer.TYPE, new HoldOperator(plan, schedule))
                .uid(HOLD)
                .setMaxParallelism(groups(outcomes.getExecutionEnvironment()));
        return outcomes.filter(outcome -> !HoldOperator.takes(asked, outcome))
                .name("rows of declared keys")
                .uid(HOLD + "-others")
                .union(held);
    }

    /** Adds the operator that formats rows. It runs in parallel, like the release operator. */
    private static SingleOutputStreamOperator<PublishedRow> rows(
            DataStream<Outcome> outcomes, RowFormat format, String uid) {
        return outcomes.map(format::format)
                .returns(PublishedRowSerializer.TYPE)
                .name("format")
                .uid(uid + "-format");
    }

    /**
     * Adds the operators that publish rows and add up counters, each in a task of its own ({@link JobEnd#publishing} says why). The kinds of jobs have them in common.
     *
     * @param rows the rows, each of which is drawn once and may be published
     * @param counted what has been counted
     * @param ports the destinations of the results
     */
    public void publish(DataStream<PublishedRow> rows, DataStream<RecordCounters> counted, Ports ports) {
        JobEnd.publishing(rows, publisher(ports, rows.getExecutionEnvironment()), ports.lineage());
        JobEnd.behind(
                counted.transform("count", Types.VOID, new CounterOperator(plan, ports.counters()))
                        .startNewChain(),
                "weir-count",
                null);
    }

    private PublishOperator publisher(Ports ports, StreamExecutionEnvironment environment) {
        return new PublishOperator(plan, times(interval(environment)), ports.ledger(), ports.releases());
    }

    /**
     * The times at which releases are due. Both the idle delay and the delay may be so long that they mean "never", so
     * their sum saturates.
     */
    private PublicTimes times(Duration interval) {
        long delay = ScalarMove.saturatedSum(plan.timing().delayMillis(), TimeUnit.MILLISECONDS.convert(idleDelay));
        return new PublicTimes(schedule, ScalarMove.saturatedSum(delay, TimeUnit.MILLISECONDS.convert(interval)));
    }

    /**
     * The limit on waiting rows. A replay needs no limit, because it ends and the memory for its releases was checked.
     * Any other job may have to catch up after an outage.
     */
    private RowLimit rowLimit(StreamExecutionEnvironment environment) {
        return clock == ClockMode.STAMPED ? RowLimit.NONE : RowLimit.of(plan, interval(environment));
    }

    private static Duration interval(StreamExecutionEnvironment environment) {
        return environment
                .getConfiguration()
                .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
                .orElse(Duration.ZERO);
    }

    /**
     * The number of key groups. The admit operator packs records by key group, so the number must be configured before
     * Flink would choose it.
     */
    private static int groups(StreamExecutionEnvironment environment) {
        if (environment.getMaxParallelism() <= 0) {
            throw new IllegalArgumentException("pipeline.max-parallelism must be set");
        }
        return environment.getMaxParallelism();
    }
}
