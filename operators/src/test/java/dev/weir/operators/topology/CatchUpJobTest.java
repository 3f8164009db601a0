package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Slots;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs with more missed windows than they could ever draw: eight thousand million, of a millisecond each. */
@Timeout(300)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CatchUpJobTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(2);

    private static final Plan PLAN = Plans.daily(Queries.hourly("q")
            .keys(Slots.KEYS.toArray(String[]::new))
            .every(Duration.ofMillis(1))
            .count()
            .sum(0, 20)
            .contributions(72));

    /** What the operators' copies have done: the number of rows written, and the number in each batch. */
    private static final AtomicLong WRITTEN = new AtomicLong();

    private static final Queue<Integer> BATCHES = new ConcurrentLinkedQueue<>();

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void forget() {
        WRITTEN.set(0);
        BATCHES.clear();
    }

    @Test
    void a_job_that_catches_up_publishes_bounded_batches_and_obeys_a_cancellation() throws Exception {
        JobClient job = start(1_000_000, Schedule.startingAt(0), ClockMode.RECORD_TIME);
        while (BATCHES.size() < 3) {
            Thread.sleep(20);
        }
        cancel(job);
        assertThat(BATCHES).allSatisfy(rows -> assertThat(rows).isBetween(1, 100_000 + Slots.KEYS.size()));
    }

    @Test
    void a_job_whose_input_has_ended_obeys_a_cancellation_while_it_catches_up() throws Exception {
        JobClient job = start(1, new Schedule(0, Slots.START), ClockMode.STAMPED);
        while (WRITTEN.get() < 10_000) {
            Thread.sleep(20);
        }
        cancel(job);
    }

    private static void cancel(JobClient job) throws Exception {
        job.cancel().get();
        while (!job.getJobStatus().get().isGloballyTerminalState()) {
            Thread.sleep(20);
        }
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
    }

    private JobClient start(int slots, Schedule schedule, ClockMode mode) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettingsTest.sound(directory.toUri().toString()));
        environment.setParallelism(2);
        Slots decoder = new Slots(slots, 1);
        var numbers = environment
                .fromSequence(0, slots - 1)
                .setParallelism(1)
                .map(CatchUpJobTest::slowly)
                .setParallelism(1)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((slot, before) -> decoder.time(slot)))
                .setParallelism(1);
        ReleaseTopology chain = new ReleaseTopology(PLAN, schedule, mode);
        var admitted = chain.admit(numbers, decoder).setParallelism(1);
        admitted.getSideOutput(AdmitOperator.DEAD_LETTERS).sinkTo(new DiscardingSink<>());
        chain.release(
                admitted,
                admitted,
                CatchUpJobTest::row,
                ReleaseTopology.Ports.of(CatchUpJobTest::sink, CounterSink.NONE, LedgerAccess.none("p")));
        return environment.executeAsync("catch up");
    }

    private static Long slowly(Long slot) throws InterruptedException {
        Thread.sleep(2);
        return slot;
    }

    private static PublishedRow row(Outcome outcome) {
        WRITTEN.incrementAndGet();
        return new PublishedRow(outcome.kind(), outcome.start(), outcome.end(), "q", outcome.key(), "", 0, new byte[0]);
    }

    private static ReleaseSink sink() {
        return new ReleaseSink() {
            @Override
            public void publish(long number, Collection<PublishedRow> rows) {
                BATCHES.add(rows.size());
            }

            @Override
            public void close() {}
        };
    }
}
