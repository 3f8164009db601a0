package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.RequiredSettings;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class LiveJobTest {

    private static final Pipeline PIPELINE =
            Pipelines.pipeline("localhost:1", "edits", Clock.By.APPEND_TIME, Duration.ofSeconds(1));

    private static final String JOB = "0123456789abcdef0123456789abcdef";

    private static final ReleaseSink.Factory NEVER_OPENED = () -> {
        throw new IllegalStateException("never opened");
    };

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void a_live_job_reveals_nothing_exact() throws Exception {
        PipelineJob job = new PipelineJob(PIPELINE, NEVER_OPENED, CounterSink.NONE, Pipelines.ledger(PIPELINE));
        StreamExecutionEnvironment live = environment();
        job.live(live, Schedule.startingAt(0));
        assertThat(reveals(live)).containsExactly(false);
        StreamExecutionEnvironment replay = environment();
        PipelineJob.Recording revealed = new PipelineJob.Recording(new Schedule(0, 1), new DiscardingSink<>());
        job.replay(replay, revealed);
        assertThat(reveals(replay)).as("what the test looks for").containsExactly(true);
    }

    /**
     * With high availability, the running job may be the one that a job manager has taken over before it submits the job
     * again.
     */
    @Test
    void a_job_that_runs_under_the_same_id_is_another_one_unless_the_cluster_keeps_its_jobs() throws Exception {
        Pipeline pipeline = Pipelines.live("localhost:1", "edits", folder);
        LedgerAccess access = Pipelines.ledger(pipeline);
        try (Ledger owner = access.open(pipeline.plan())) {
            own(pipeline, access, owner);
            assertThatThrownBy(() -> prepare(pipeline, "none"))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageStartingWith("LEDGER_OWNED: ");
            assertThat(prepare(pipeline, "zookeeper").getTransformations()).isNotEmpty();
        }
    }

    /** Makes a run of a job with the id {@value #JOB} the owner of the pipeline, with a heartbeat. */
    private static void own(Pipeline pipeline, LedgerAccess access, Ledger owner) throws Exception {
        String domain = pipeline.plan().domain();
        LedgerStart.Place place = new LedgerStart.Place(domain, pipeline.name(), LedgerStart.Place.runOf(JOB, "graph"));
        Start start =
                Start.of(access.request(pipeline.plan(), place.run(), 0), JournalState.empty(domain, pipeline.name()));
        StartStep.Go go = (StartStep.Go) new LedgerStart(owner, place, start).drive();
        owner.showLife(go.resumePoint().owner(), () -> {});
    }

    /** A registry that does not answer refuses the start, too, so that the schemas are registered before the job is built. */
    @Test
    void a_start_that_the_ledger_refuses_registers_no_schema_of_rows() throws Exception {
        Pipeline pipeline = Pipelines.live("localhost:1", "edits", folder);
        LedgerAccess access = Pipelines.ledger(pipeline);
        LiveJob.Registration silent = unregistered -> {
            throw new IllegalStateException("asked");
        };
        try (Ledger owner = access.open(pipeline.plan())) {
            own(pipeline, access, owner);
            assertThatThrownBy(() -> prepare(pipeline, "none", silent)).isInstanceOf(StartRefused.class);
            assertThatThrownBy(() -> prepare(pipeline, "zookeeper", silent)).hasMessage("asked");
        }
    }

    private static StreamExecutionEnvironment prepare(Pipeline pipeline, String highAvailability) throws Exception {
        return prepare(pipeline, highAvailability, unregistered -> unregistered);
    }

    private static StreamExecutionEnvironment prepare(
            Pipeline pipeline, String highAvailability, LiveJob.Registration registration) throws Exception {
        Map<String, String> settings = Map.of(
                PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID.key(),
                JOB,
                HighAvailabilityOptions.HA_MODE.key(),
                highAvailability);
        return Pipelines.job(pipeline, Pipelines.ledger(pipeline), settings)
                .prepare(1, NEVER_OPENED, CounterSink.NONE, registration);
    }

    private static StreamExecutionEnvironment environment() {
        return StreamExecutionEnvironment.createLocalEnvironment(
                RequiredSettings.settings("file:///nowhere", Duration.ofSeconds(1)));
    }

    private static List<Boolean> reveals(StreamExecutionEnvironment env) throws ReflectiveOperationException {
        Field reveal = ReleaseOperator.class.getDeclaredField("reveal");
        reveal.setAccessible(true);
        for (StreamNode node : env.getStreamGraph().getStreamNodes()) {
            if (node.getOperatorFactory() instanceof SimpleOperatorFactory<?> factory
                    && operator(factory) instanceof ReleaseOperator release) {
                return List.of(reveal.getBoolean(release));
            }
        }
        return List.of();
    }

    private static StreamOperator<?> operator(SimpleOperatorFactory<?> factory) {
        return factory.getOperator();
    }
}
