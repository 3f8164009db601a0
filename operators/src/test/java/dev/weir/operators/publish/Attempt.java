package dev.weir.operators.publish;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Completion;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a job: the publishing operator, and a number of released hours in place of the release operator. Each draw
 * of a value differs, so that a second value of a release can be detected.
 */
final class Attempt {

    static final List<String> KEYS = List.of("a", "b");

    private static final long HOUR = 3_600_000;
    private static final AtomicLong DRAWS = new AtomicLong();

    private final World world;
    private final int number;
    private final OneInputStreamOperatorTestHarness<byte[], Void> harness;
    private long hour;

    /**
     * The content of a checkpoint.
     *
     * @param id its number
     * @param hour the last hour that has been released
     * @param state the publishing operator's state
     */
    record Checkpoint(long id, long hour, OperatorSubtaskState state) {}

    private Attempt(World world, int number, OneInputStreamOperatorTestHarness<byte[], Void> harness) {
        this.world = world;
        this.number = number;
        this.harness = harness;
    }

    /** A job as it was submitted: all its attempts are one run. */
    record Job(PublishOperator graph, JobID id) {

        static Job in(World world) throws IOException {
            return in(world, world.closing());
        }

        /** Creates a job that was built after adoptions had closed this much. */
        static Job in(World world, Closing closing) {
            Schedule schedule = Schedule.startingAt(0).without(closing);
            PublicTimes times = new PublicTimes(schedule, World.DELAY_MILLIS);
            return new Job(new PublishOperator(World.PLAN, times, world.access(), world.sink()), new JobID());
        }

        OneInputStreamOperatorTestHarness<byte[], Void> deploy(World world) throws Exception {
            MockEnvironment environment = new MockEnvironmentBuilder()
                    .setJobID(id)
                    .setMaxParallelism(1)
                    .setMetricGroup(world.metrics(id))
                    .build();
            return new OneInputStreamOperatorTestHarness<>(InstantiationUtil.clone(graph), environment);
        }
    }

    /** Begins an attempt of a job from a checkpoint, or without state. */
    static Attempt of(World world, Job job, @Nullable Checkpoint from) throws Exception {
        Attempt attempt = new Attempt(world, world.faults.begin(), job.deploy(world));
        attempt.harness.setup();
        if (from != null) {
            attempt.hour = from.hour();
            attempt.harness.initializeState(from.state());
        }
        try {
            attempt.harness.open();
        } catch (Exception e) {
            attempt.abandon();
            throw e;
        }
        return attempt;
    }

    /** Releases every key in the next hour. */
    void release() throws Exception {
        hour++;
        for (String key : KEYS) {
            harness.processElement(row(key, hour), 0);
        }
    }

    /** Closes the next hour, in which no key is announced. */
    void keepSilent() throws Exception {
        hour++;
        harness.processElement(silence(hour), 0);
    }

    static byte[] silence(long hour) {
        String release = "test/q/1//" + hour * HOUR;
        return LedgerEncoding.encode(new PublishedRow(
                Outcome.Kind.CLOSED, (hour - 1) * HOUR, hour * HOUR, "q", "", release, 0, new byte[0]));
    }

    static byte[] row(String key, long hour) {
        byte[] line = Long.toString(DRAWS.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
        String release = "test/q/1/" + key + "/" + hour * HOUR;
        return LedgerEncoding.encode(new PublishedRow(
                Outcome.Kind.RELEASED, (hour - 1) * HOUR, hour * HOUR, "q", key, release, World.CHARGE, line));
    }

    void process(byte[] row) throws Exception {
        harness.processElement(row, 0);
    }

    Checkpoint snapshot(long id) throws Exception {
        world.faults.pass(number, Faults.Point.SNAPSHOT, Faults.Moment.BEFORE);
        Checkpoint checkpoint = new Checkpoint(id, hour, harness.snapshot(id, id));
        world.faults.pass(number, Faults.Point.SNAPSHOT, Faults.Moment.AFTER);
        return checkpoint;
    }

    /** Stops the job with a savepoint that completes, and ends the task. */
    void stop(long id) throws Exception {
        harness.snapshotWithLocalState(id, id, SavepointType.suspend(SavepointFormatType.CANONICAL));
        harness.notifyOfCompletedCheckpoint(id);
        end();
    }

    /** Tells the operator that a checkpoint has completed. Its batches are written meanwhile. */
    void told(long id) throws Exception {
        world.faults.pass(number, Faults.Point.COMPLETE, Faults.Moment.BEFORE);
        harness.notifyOfCompletedCheckpoint(id);
        world.faults.pass(number, Faults.Point.COMPLETE, Faults.Moment.AFTER);
    }

    /** Tells the operator that a checkpoint has completed, and waits until its batches are published. */
    void complete(long id) throws Exception {
        world.faults.pass(number, Faults.Point.COMPLETE, Faults.Moment.BEFORE);
        Completion.settled(harness, id);
        world.faults.pass(number, Faults.Point.COMPLETE, Faults.Moment.AFTER);
    }

    long hour() {
        return hour;
    }

    void finish() throws Exception {
        harness.endInput();
        harness.getOperator().finish();
    }

    /** Ends the task by itself. */
    void end() throws Exception {
        harness.close();
    }

    /** Ends the process abruptly: later actions of it have no effect. */
    void abandon() {
        world.faults.kill(number);
        try {
            harness.close();
        } catch (Exception e) {
            // a dead process reports nothing
        }
    }
}
