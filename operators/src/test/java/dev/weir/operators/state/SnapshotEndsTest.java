package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.HeldStorage.Behaviour;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that, however a snapshot of a running job ends, nothing keeps a reference to the tables' arrays of its beginning. The
 * arrays that views were given must become unreachable. While a snapshot is delayed they are reachable, which shows that this
 * test can fail.
 */
@Timeout(240)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SnapshotEndsTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(1);

    private static final Plan PLAN = Plans.daily(Queries.hourly("q").count());
    private static final int GROUPS = 4;
    private static final long FOR_EVER = Long.MAX_VALUE / 2;
    private static final Duration NEVER = Duration.ofHours(1);

    @TempDir
    Path folder = Path.of("");

    private Duration interval = NEVER;
    private Duration patience = NEVER;

    @BeforeEach
    void forget() {
        ViewedTables.forget();
    }

    /** Ends a job that a failed test has left running, so that it does not disturb the next test. */
    @AfterEach
    void end(@InjectMiniCluster MiniCluster cluster) throws Exception {
        HeldStorage.letGo();
        for (JobStatusMessage job : cluster.listJobs().get()) {
            if (!job.getJobState().isTerminalState()) {
                cancel(cluster, job.getJobId());
            }
        }
    }

    private static void storageNow(Behaviour behaviour) {
        HeldStorage.BEHAVIOUR.set(behaviour);
    }

    private JobID start(long elements) throws Exception {
        Configuration settings = new Configuration();
        settings.set(CheckpointingOptions.CHECKPOINT_STORAGE, HeldStorage.Factory.class.getName());
        settings.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        settings.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, patience);
        settings.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, 1000);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        environment.setParallelism(1).setMaxParallelism(GROUPS);
        environment
                .fromSequence(1, elements)
                .map(SnapshotEndsTest::slowly)
                .keyBy(number -> number, Types.INT)
                .transform("tables", Types.INT, new ViewedTables(PLAN))
                .sinkTo(new DiscardingSink<>());
        return environment.executeAsync("snapshots").getJobID();
    }

    private static Integer slowly(Long number) throws InterruptedException {
        Thread.sleep(1);
        return (int) (number % GROUPS);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.sleep(20);
        }
    }

    private static void awaitStatus(MiniCluster cluster, JobID job, JobStatus status) throws Exception {
        await(() -> cluster.getJobStatus(job).get() == status);
    }

    private JobID running(MiniCluster cluster) throws Exception {
        JobID job = start(FOR_EVER);
        awaitStatus(cluster, job, JobStatus.RUNNING);
        awaitElements();
        return job;
    }

    private static void cancel(MiniCluster cluster, JobID job) throws Exception {
        cluster.cancelJob(job).get();
        awaitStatus(cluster, job, JobStatus.CANCELED);
    }

    /** Triggers a checkpoint, which is delayed with all views. */
    private static CompletableFuture<String> hold(MiniCluster cluster, JobID job) throws Exception {
        storageNow(Behaviour.HOLDS);
        CompletableFuture<String> checkpoint = cluster.triggerCheckpoint(job);
        await(() -> ViewedTables.taken() == GROUPS);
        awaitElements();
        assertThat(ViewedTables.kept()).isEqualTo(GROUPS);
        return checkpoint;
    }

    /** Waits for further elements, after which the tables have other arrays. */
    private static void awaitElements() throws Exception {
        long before = ViewedTables.elements();
        await(() -> ViewedTables.elements() > before + 1);
    }

    private static void assertLetGo() throws Exception {
        assertThat(ViewedTables.taken()).isPositive();
        await(() -> ViewedTables.kept() == 0);
    }

    @Test
    void a_checkpoint_that_completes_lets_go(@InjectMiniCluster MiniCluster cluster) throws Exception {
        JobID job = running(cluster);
        cluster.triggerCheckpoint(job).get();
        assertLetGo();
        cancel(cluster, job);
    }

    /** Flink cancels a write only after the writing thread returns: a store that hangs keeps its references. */
    @Test
    void a_checkpoint_that_is_aborted_while_it_is_written_lets_go_as_soon_as_the_store_returns(
            @InjectMiniCluster MiniCluster cluster) throws Exception {
        patience = Duration.ofSeconds(5);
        JobID job = running(cluster);
        assertThatThrownBy(hold(cluster, job)::get).hasStackTraceContaining("expired");
        assertThat(cluster.getJobStatus(job).get()).isEqualTo(JobStatus.RUNNING);
        HeldStorage.letGo();
        assertLetGo();
        cancel(cluster, job);
    }

    @Test
    void a_job_that_is_cancelled_while_a_checkpoint_is_written_lets_go(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        JobID job = running(cluster);
        var unused = hold(cluster, job);
        cancel(cluster, job);
        assertLetGo();
    }

    @Test
    void a_checkpoint_whose_store_fails_lets_go(@InjectMiniCluster MiniCluster cluster) throws Exception {
        storageNow(Behaviour.FAILS);
        JobID job = running(cluster);
        assertThatThrownBy(() -> cluster.triggerCheckpoint(job).get()).hasStackTraceContaining("no room");
        assertLetGo();
        assertThat(cluster.getJobStatus(job).get()).isEqualTo(JobStatus.RUNNING);
        cancel(cluster, job);
    }

    /** Flink writes one after the other; the tables have two views at the same time. */
    @Test
    void a_savepoint_beside_a_checkpoint_lets_go_and_so_does_the_checkpoint(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        JobID job = running(cluster);
        CompletableFuture<String> checkpoint = hold(cluster, job);
        CompletableFuture<String> savepoint =
                cluster.triggerSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL);
        await(() -> ViewedTables.taken() == 2 * GROUPS);
        awaitElements();
        assertThat(ViewedTables.kept()).isEqualTo(2 * GROUPS);
        HeldStorage.letGo();
        checkpoint.get();
        savepoint.get();
        assertLetGo();
        cancel(cluster, job);
    }

    @Test
    void a_job_that_stops_with_a_savepoint_lets_go(@InjectMiniCluster MiniCluster cluster) throws Exception {
        JobID job = running(cluster);
        cluster.stopWithSavepoint(job, folder.toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get();
        awaitStatus(cluster, job, JobStatus.FINISHED);
        assertLetGo();
    }

    @Test
    void a_job_whose_input_ends_lets_go_after_its_final_checkpoint(@InjectMiniCluster MiniCluster cluster)
            throws Exception {
        interval = Duration.ofMillis(100);
        JobID job = start(200);
        awaitStatus(cluster, job, JobStatus.FINISHED);
        assertLetGo();
    }
}
