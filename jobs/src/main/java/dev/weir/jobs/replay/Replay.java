package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.EmbeddedCluster;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.losses.UnitTally;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.pipeline.PipelineJob;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.jobs.replay.recording.Recording;
import dev.weir.jobs.replay.recording.SortedRecording;
import dev.weir.jobs.replay.recording.UnusableRecording;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.RequiredSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs a recorded stream through a broker and a cluster in this process, to its end, and writes the results to a folder. The
 * results of an earlier replay stay there until this one has succeeded.
 */
public final class Replay {

    private static final Duration CHECKPOINT_EVERY = Duration.ofMillis(500);

    private final Pipeline pipeline;
    private final Order order;
    private final String card;
    private final Progress progress;
    private final Permission permission;

    /** A check that a replay must pass before any of its rows become visible. */
    @FunctionalInterface
    public interface Permission {

        /**
         * Returns normally if the job may start. After that the job's rows may be visible.
         *
         * @param schedule the schedule of the releases
         * @throws IOException if the job may not start, or the check fails
         */
        void ask(Schedule schedule) throws IOException;
    }

    /**
     * The input and the settings of a replay.
     *
     * @param input the recording
     * @param out the folder of the results
     * @param parallelism the parallelism of the job, and the number of partitions of its topic, at least 1
     * @param revealExact whether exact totals are also written, to the private folder
     * @param sorted whether the records are replayed in the order of their times instead of that of the file
     * @param flink further Flink settings, which override those of the embedded cluster
     */
    public record Order(
            Path input, Path out, int parallelism, boolean revealExact, boolean sorted, Map<String, String> flink) {

        /** @throws IllegalArgumentException if {@code parallelism} is below 1, or the recording cannot be read */
        public Order {
            if (parallelism < 1) {
                throw new IllegalArgumentException("parallelism must be >= 1, was " + parallelism);
            }
            RecordedFile.requireReadable(input);
            flink = Map.copyOf(flink);
        }

        /**
         * Creates an order without further settings.
         *
         * @param input the recording
         * @param out the folder of the results
         * @param parallelism the parallelism of the job, at least 1
         * @param revealExact whether exact totals are also written, to the private folder
         * @throws IllegalArgumentException if the parallelism is below 1, or the recording cannot be read
         */
        public Order(Path input, Path out, int parallelism, boolean revealExact) {
            this(input, out, parallelism, revealExact, false, Map.of());
        }
    }

    /**
     * The result of a replay. The counters and units are private; the rest is public.
     *
     * @param slots the slots that were replayed
     * @param counters the numbers of records by outcome
     * @param released the number of rows in {@code released.jsonl}
     * @param units the units of the records
     */
    public record Result(WrittenSlots slots, RecordCounters counters, long released, UnitTally units) {}

    /**
     * Creates a replay that asks for no permission. It is meant for records that are about nobody, or for rows that nobody
     * sees.
     *
     * @param pipeline the queries; the pipeline's brokers and topics are replaced
     * @param order the input and the settings
     * @param card the content of {@code card.json}
     * @param progress receives the progress
     */
    public Replay(Pipeline pipeline, Order order, String card, Progress progress) {
        this.pipeline = pipeline;
        this.order = order;
        this.card = card;
        this.progress = progress;
        this.permission = schedule -> {};
    }

    private Replay(Replay same, Permission permission) {
        this.pipeline = same.pipeline;
        this.order = same.order;
        this.card = same.card;
        this.progress = same.progress;
        this.permission = permission;
    }

    /**
     * Returns this replay with a permission that it asks for once, before its job starts. By then the recording has been read
     * and fits the pipeline.
     *
     * @param permission the permission
     */
    public Replay after(Permission permission) {
        return new Replay(this, permission);
    }

    /**
     * Runs the replay.
     *
     * @throws IllegalArgumentException if the recording does not fit the pipeline
     * @throws UnusableRecording if no record has a time that can be read and that is at most {@code clock.max-skew} in the
     *     future, or if the recording cannot be read as its format requires
     */
    public Result run() throws Exception {
        RecordedFile recording = RecordedFile.of(order.input(), pipeline);
        Pipeline named = new RecordedColumns(pipeline, recording).named();
        try (ReplayFolder folder = ReplayFolder.in(order.out(), order.revealExact());
                EmbeddedBroker broker = EmbeddedBroker.start()) {
            Pipeline inside = ReplayTopics.make(broker, named, order.parallelism());
            RecordingWriter writer = new RecordingWriter(inside, progress);
            WrittenSlots slots = order.sorted() ? recordSorted(writer, recording, named) : record(writer, recording);
            RecordCounters counters = runJob(inside, slots, folder);
            ReplayResults results =
                    new ReplayResults(pipeline, order.out(), order.revealExact(), card, slots, progress);
            return new Result(slots, counters, results.collect(broker, folder), writer.units());
        }
    }

    private WrittenSlots recordSorted(RecordingWriter writer, RecordedFile recording, Pipeline named)
            throws IOException, InterruptedException {
        try (SortedRecording sorted = SortedRecording.of(recording, SlotStamps.times(named), order.out())) {
            progress.say("sorted by time");
            return record(writer, sorted);
        }
    }

    /** Writes the recording to its topic. */
    private WrittenSlots record(RecordingWriter writer, Recording recording) throws IOException, InterruptedException {
        WrittenSlots slots = writer.write(recording, order.parallelism());
        progress.say(slots.count() + " slots recorded");
        if (slots.ahead() > 0) {
            progress.say("warning: " + slots.ahead() + " of them are further ahead of the clock than clock.max-skew"
                    + " allows: they are refused, and windows after " + Instant.ofEpochMilli(slots.last())
                    + " are not released");
        }
        pipeline.plan().requireReleasable(slots.schedule());
        return slots;
    }

    private RecordCounters runJob(Pipeline inside, WrittenSlots slots, ReplayFolder folder) throws Exception {
        CounterFile counters = new CounterFile(folder.secrets().toString(), inside.plan());
        KafkaReleaseSink.Factory releases = ReplayTopics.releases(inside);
        try (EmbeddedCluster cluster = EmbeddedCluster.of(order.parallelism(), CHECKPOINT_EVERY)) {
            StreamExecutionEnvironment env = cluster.environment(further(slots));
            RequiredSettings.require(env.getConfiguration());
            PipelineJob.Recording recording = new PipelineJob.Recording(
                    slots.schedule(), order.revealExact() ? folder.exactRows().sink() : null);
            new PipelineJob(inside, releases, counters, folder.ledger(inside)).replay(env, recording);
            permission.ask(slots.schedule());
            StoppableJob job = new StoppableJob(env.executeAsync(inside.name()));
            folder.usedBy(job::stop);
            job.await();
        }
        progress.say("job done");
        return counters.read();
    }

    /** Returns further settings of Flink. Those of the user come last and override the others. */
    private Configuration further(WrittenSlots slots) {
        Configuration further = Configuration.fromMap(progress.jobSettings(slots.count()));
        further.addAll(Configuration.fromMap(order.flink()));
        return further;
    }
}
