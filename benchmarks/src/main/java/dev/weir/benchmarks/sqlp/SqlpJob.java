package dev.weir.benchmarks.sqlp;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.RunningThresholds;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.ReleaseTopology;
import java.math.BigDecimal;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job of the benchmark: running totals of the records of keys that nobody declares, at every step of the stream. A user has at most 32 keys,
 * with one record each. Half of delta pays for the keys, and the noise has the rest.
 *
 * @param steps the number of steps of the stream, after which the totals would be reset
 */
public record SqlpJob(int steps) {

    /** The epsilon of a user. */
    public static final BigDecimal EPSILON = BigDecimal.valueOf(6);

    /** The delta of a user, for keys and noise together. */
    public static final BigDecimal DELTA = new BigDecimal("1e-9");

    /** The name of the released total. */
    static final String TOTAL = "records";

    private static final BigDecimal OF_KEYS = new BigDecimal("5e-10");
    private static final long STEP_MILLIS = 1000;

    /** @throws IllegalArgumentException if there are too few or too many steps */
    public SqlpJob {
        if (steps < 1 || steps > SqlpStream.MOST_STEPS) {
            throw new IllegalArgumentException(
                    "--steps: must be from 1 to " + SqlpStream.MOST_STEPS + ", was " + steps);
        }
    }

    /** The event time of a record: the start of its step. */
    static long time(long record) {
        return (SqlpStream.step(record) - 1) * STEP_MILLIS;
    }

    private Plan plan() {
        Query query = new Query(
                "keys",
                1,
                "",
                new DiscoveredKeys(Delta.atMost(OF_KEYS), TOTAL, 1),
                RunningWindow.of(Duration.ofMillis(STEP_MILLIS), steps)
                        .resetting(Duration.ofMillis(steps * STEP_MILLIS)),
                Bounds.of(new Bounds.Series(SqlpRecords.MOST_RECORDS, 1, Bounds.UNBOUNDED, 0)),
                List.of(new Count(TOTAL, BigDecimal.ONE)),
                new Spend(null, SqlpRecords.MOST_RECORDS),
                null);
        Budget budget = new Budget.Approximate(EPSILON, Delta.atMost(DELTA));
        return Plan.of("dp-sqlp", PrivacyUnit.USER, budget, new TimeBounds(0, 0), List.of(query));
    }

    /**
     * The number that the noisy total of a key must reach at a step to be announced there.
     *
     * @param step the step, from 1
     */
    public long threshold(long step) {
        return thresholds().at(step);
    }

    private RunningThresholds thresholds() {
        Plan plan = plan();
        return AnnouncementTerms.of(plan.queries().get(0).query())
                .running(plan.queries().get(0), 1);
    }

    /**
     * Adds the job to an environment: source, gate, selection and a sink that reads every row. One subtask reads and admits the records in the
     * order of the stream.
     *
     * @param env the environment
     * @param stream the records
     * @param released receives what the job releases
     */
    public void attach(StreamExecutionEnvironment env, SqlpStream stream, SqlpReleased released) {
        Plan plan = plan();
        ReleaseTopology chain = new ReleaseTopology(plan, new Schedule(0, steps * STEP_MILLIS), ClockMode.STAMPED);
        SingleOutputStreamOperator<ContributionBatch> admitted =
                chain.admit(records(env, stream), new SqlpReader()).setParallelism(1);
        chain.release(
                admitted,
                admitted,
                new JsonRows(plan),
                ReleaseTopology.Ports.of(released.sink(), released.counters(), LedgerAccess.none(plan.domain())));
    }

    private static DataStream<Long> records(StreamExecutionEnvironment env, SqlpStream stream) {
        WatermarkStrategy<Long> clock = WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((record, before) -> time(record));
        return env.fromSource(
                        new DataGeneratorSource<>(new Reading(stream), stream.records(), Types.LONG), clock, "records")
                .setParallelism(1);
    }

    /** Reads the record with a given number. */
    private static final class Reading implements GeneratorFunction<Long, Long> {

        private static final long serialVersionUID = 1L;

        private final SqlpStream stream;
        private transient LongBuffer words;

        @SuppressWarnings("NullAway.Init")
        Reading(SqlpStream stream) {
            this.stream = stream;
        }

        @Override
        public void open(SourceReaderContext context) {
            words = stream.open();
        }

        @Override
        public Long map(Long number) {
            return words.get(number.intValue());
        }
    }
}
