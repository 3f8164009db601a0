package dev.weir.jobs.pipeline;

import dev.weir.accountant.journal.JournalState;
import dev.weir.jobs.checkpoint.NewestCheckpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.ledger.LedgerWait;
import dev.weir.jobs.kafka.topic.TopicCheck;
import dev.weir.jobs.progress.StartListener;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.publish.SavedJournal;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.RequiredSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigConstants;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptionsInternal;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.jobmanager.HighAvailabilityMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Builds the job of a pipeline against the brokers that the pipeline file names. The caller then runs the job, in this process or on
 * a cluster.
 *
 * <p>A job that is started again goes on from the newest checkpoint of its directory, unless the user names another state.
 * Checkpoints are kept when a job is stopped. A row becomes visible only after a checkpoint contains it, so no row is lost and
 * none is released twice.
 */
public final class LiveJob {

    private final Pipeline pipeline;
    private final LedgerAccess ledger;
    private final Map<String, String> further;
    private final StartListener listener;

    /** Registers the schemas of a pipeline's rows. */
    @FunctionalInterface
    public interface Registration {

        /**
         * Registers the schemas of rows, once nothing else refuses the start.
         *
         * @param pipeline the pipeline
         * @return the pipeline with the numbers of the schemas
         */
        Pipeline register(Pipeline pipeline) throws InterruptedException;
    }

    /**
     * Creates the builder of a pipeline's job.
     *
     * @param pipeline what is read, counted and released
     * @param ledger where the ledger is
     * @param further settings of Flink, which replace Weir's own; what would break the guarantee is refused
     * @param listener is told how the job is made
     */
    public LiveJob(Pipeline pipeline, LedgerAccess ledger, Map<String, String> further, StartListener listener) {
        this.pipeline = pipeline;
        this.ledger = ledger;
        this.further = Map.copyOf(further);
        this.listener = listener;
    }

    /**
     * Builds the job of a pipeline whose sink has no registry, in an environment that has nothing else.
     *
     * @param parallelism as for the other method, as are all that follow
     * @param releases the sinks in which rows become visible
     * @param counters the sink of the exact counters
     */
    public StreamExecutionEnvironment prepare(int parallelism, ReleaseSink.Factory releases, CounterSink counters)
            throws IOException, InterruptedException {
        return prepare(parallelism, releases, counters, unregistered -> unregistered);
    }

    /**
     * Builds the job, in an environment that has nothing else.
     *
     * @param parallelism the parallelism of all operators, except publishing, counting and the wall clock, which have
     *     one subtask; at least 1; or 0 for the cluster's default
     * @param releases the sinks in which rows become visible
     * @param counters the sink of the exact counters
     * @param registration registers the schemas of rows
     * @throws IllegalArgumentException if the effective configuration would break the guarantee, with one line for each
     *     setting
     * @throws StartRefused if the ledger shows that the job must not start
     */
    public StreamExecutionEnvironment prepare(
            int parallelism, ReleaseSink.Factory releases, CounterSink counters, Registration registration)
            throws IOException, InterruptedException {
        StreamExecutionEnvironment env = environment(parallelism);
        makePrivate(pipeline.checkpoint().dir());
        listener.waitsFor("the list of checkpoints in " + pipeline.checkpoint().dir(), Duration.ZERO);
        resume(env);
        env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH).ifPresent(this::sayFrom);
        Schedule from = schedule(Instant.now());
        LedgerLook.Seen seen = look(env, from);
        Schedule schedule = from.without(seen.closing());
        warnOfEarlier(env.getConfiguration(), schedule);
        seen.told().forEach(listener::warns);
        Pipeline registered = registration.register(pipeline).with(seen.plan());
        LedgerAccess access = ledger.handing(seen.read());
        new PipelineJob(registered, releases, new HoldWarning(counters), access).live(env, schedule);
        return env;
    }

    /**
     * Prints from which state the job goes on, and when that state was written. This helps after a kill, because the
     * killed process could not print how it ended.
     */
    private void sayFrom(String state) {
        String written = NewestCheckpoint.written(state)
                .map(time -> ", which was written at " + time.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
        listener.says(pipeline.name() + " goes on from " + state + written);
    }

    /**
     * Warns before a first run if the topic has records from before the schedule. A first run reads the whole topic and
     * drops these records.
     */
    private void warnOfEarlier(ReadableConfig configuration, Schedule schedule) throws InterruptedException {
        if (configuration.getOptional(StateRecoveryOptions.SAVEPOINT_PATH).isEmpty()) {
            TopicCheck.earlierRecords(pipeline, schedule.from()).ifPresent(listener::warns);
        }
    }

    private StreamExecutionEnvironment environment(int parallelism) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration());
        if (parallelism > 0) {
            env.setParallelism(parallelism);
        }
        RequiredSettings.require(env.getConfiguration());
        openFileSystems(env.getConfiguration());
        return env;
    }

    /**
     * Opens the file systems of Flink's plugins if the job runs in this process. The plugins are in the folder that Flink's
     * environment variable for plugins names. Flink's own processes and its client open them themselves.
     */
    private static void openFileSystems(ReadableConfig configuration) {
        boolean isInProcess = "local".equalsIgnoreCase(configuration.get(DeploymentOptions.TARGET));
        if (isInProcess && System.getenv(ConfigConstants.ENV_FLINK_PLUGINS_DIR) != null) {
            Configuration settings = Configuration.fromMap(configuration.toMap());
            FileSystem.initialize(settings, PluginUtils.createPluginManagerFromRootFolder(settings));
        }
    }

    /**
     * Refuses a start that the ledger already shows to be wrong, before the job is submitted.
     *
     * @return what adoptions have closed, and the prices of all periods
     */
    private LedgerLook.Seen look(StreamExecutionEnvironment env, Schedule schedule)
            throws IOException, InterruptedException {
        Optional<String> path = env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
        Optional<JournalState> state = path.flatMap(LiveJob::chain);
        listener.waitsFor(
                "the ledger in topic " + pipeline.sink().ledger()
                        + " (after a kill: until the brokers have ended the killed run's transaction)",
                LedgerWait.longest(pipeline));
        LedgerLook look = new LedgerLook(ledger, pipeline.plan(), schedule);
        Optional<String> job = startedAgain(env.getConfiguration());
        LedgerLook.Seen seen = look.look(state, path.isPresent(), job);
        if (seen.refusal().isPresent()) {
            throw seen.refusal().get();
        }
        return seen;
    }

    /**
     * The chain in the state from which the job goes on, so that the ledger can refuse this chain before the job is submitted.
     * Empty if this process cannot read the state. The cluster may be able to read the state; then only the publishing operator
     * compares the chain with the ledger.
     */
    private static Optional<JournalState> chain(String state) {
        try {
            return SavedJournal.of(state).map(SavedJournal::chain);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the id of the job if the cluster may have restarted the job already. Only an application cluster with
     * high availability restarts a job by itself, and it gives the job a fixed id. Without high availability, a running
     * job with this id belongs to another cluster.
     */
    private static Optional<String> startedAgain(ReadableConfig configuration) {
        boolean keepsJobs =
                HighAvailabilityMode.isHighAvailabilityModeActivated(Configuration.fromMap(configuration.toMap()));
        return keepsJobs ? configuration.getOptional(PipelineOptionsInternal.PIPELINE_FIXED_JOB_ID) : Optional.empty();
    }

    /**
     * The schedule from the declared start on, or from now on if none is declared. A restored job keeps the schedule in
     * its state instead.
     */
    private Schedule schedule(Instant now) {
        Clock clock = pipeline.clock();
        long from = (clock.start() == null ? now : clock.start()).toEpochMilli();
        return clock.until() == null
                ? Schedule.startingAt(from)
                : new Schedule(from, clock.until().toEpochMilli());
    }

    private Configuration configuration() {
        Configuration configuration = RequiredSettings.settings(
                pipeline.checkpoint().dir(), pipeline.checkpoint().every());
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.addAll(Configuration.fromMap(further));
        return configuration;
    }

    /**
     * The claim mode of a state. Flink takes over an earlier run's checkpoint, and deletes it when it is no longer
     * needed. A savepoint stays with its owner.
     */
    private static RecoveryClaimMode claim(String path) {
        return NewestCheckpoint.isCheckpoint(path) ? RecoveryClaimMode.CLAIM : RecoveryClaimMode.NO_CLAIM;
    }

    /**
     * Creates a missing folder of checkpoints on a file system of this machine, for its owner alone, because checkpoints hold
     * exact totals and unit ids.
     */
    private static void makePrivate(String directory) throws IOException {
        URI uri = URI.create(directory);
        if ("file".equals(uri.getScheme()) && uri.getAuthority() == null && uri.getPath() != null) {
            Path folder = Path.of(uri.getPath());
            if (!Files.exists(folder)) {
                make(folder);
            }
        }
    }

    private static void make(Path folder) throws IOException {
        try {
            PrivateFolder.at(folder);
        } catch (IOException e) {
            throw new IOException("checkpoint.dir: the folder cannot be made", e);
        }
    }

    /** Makes the job go on from the newest checkpoint, unless the user who submits the job has named another state. */
    private void resume(StreamExecutionEnvironment env) throws IOException {
        if (env.getConfiguration().get(StateRecoveryOptions.SAVEPOINT_PATH) == null) {
            NewestCheckpoint.below(pipeline.checkpoint().dir())
                    .ifPresent(path -> env.configure(new Configuration()
                            .set(StateRecoveryOptions.SAVEPOINT_PATH, path)
                            .set(StateRecoveryOptions.RESTORE_MODE, claim(path))));
        }
    }
}
