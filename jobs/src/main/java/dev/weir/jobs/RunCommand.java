package dev.weir.jobs;

import dev.weir.jobs.checkpoint.CheckpointPlace;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.topic.TopicCheck;
import dev.weir.jobs.kafka.topic.TopicProblem;
import dev.weir.jobs.options.FlinkOptions;
import dev.weir.jobs.options.JobOptions;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.options.RunFolder;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.pipeline.LiveJob;
import dev.weir.jobs.pipeline.ReleaseTopics;
import dev.weir.jobs.progress.ConsoleReporterFactory;
import dev.weir.jobs.progress.StartListener;
import dev.weir.jobs.progress.WaitReporter;
import dev.weir.jobs.released.schema.RegisteredRows;
import dev.weir.jobs.submission.JobConsole;
import dev.weir.jobs.submission.Submission;
import dev.weir.operators.counters.CounterSink;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a pipeline's job against the brokers that the pipeline file names. */
@Command(
        name = "run",
        description = "A pipeline's job against the brokers that it names, until it is stopped.",
        footer = {
            "",
            "Example:",
            "  weir run examples/live.yaml --out out/live",
            "On a cluster:",
            "  flink run -d weir-jobs-VERSION.jar run /var/weir/wiki.yaml"
        })
final class RunCommand implements Callable<Integer> {

    private static final Duration HEARTBEAT = Duration.ofSeconds(30);

    /** The longest time that the command waits for brokers to list their topics. */
    private static final Duration TOPICS = Duration.ofSeconds(20);

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "A folder for the card, and for private counters after each checkpoint.")
    private @Nullable Path out;

    @Mixin
    private FlinkOptions flink = new FlinkOptions();

    @Option(
            names = "--json",
            description =
                    "Once it runs, or a cluster has taken it, prints what is known of the job as one JSON object, and"
                            + " all else on standard error.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        options.sayAside(json);
        try (WaitReporter waiting = WaitReporter.saying(options::note)) {
            waiting.on("the pipeline file to be read and checked", Duration.ZERO);
            Pipeline pipeline = options.read(Purpose.RUN);
            Map<String, String> settings = settings();
            new Submission(pipeline.name(), told(pipeline, waiting)).run(() -> build(pipeline, settings, waiting));
        }
        return 0;
    }

    /** Prints the messages of a start. */
    private record Listener(WaitReporter waiting, JobOptions options) implements StartListener {

        @Override
        public void waitsFor(String what, Duration most) {
            waiting.on(what, most);
        }

        @Override
        public void says(String line) {
            options.say(line);
        }

        @Override
        public void warns(String line) {
            options.warn(line);
        }
    }

    private static String tasks(Sink sink) {
        return "the job's tasks to start; they read the ledger again and look whether another run of this pipeline is alive"
                + (sink.skipPresent()
                        ? ", and read the end of topic " + sink.released()
                                + " where a killed process may have written rows already"
                        : "");
    }

    private StreamExecutionEnvironment build(Pipeline pipeline, Map<String, String> settings, WaitReporter waiting)
            throws Exception {
        Optional<RunFolder> folder = Optional.ofNullable(out).map(RunFolder::new);
        folder.ifPresent(RunFolder::requireUsable);
        requireTopics(pipeline, waiting);
        folder.ifPresent(results -> results.write(PipelineKinds.of(pipeline).card(pipeline)));
        CounterSink counters = folder.<CounterSink>map(results -> results.counters(pipeline.plan()))
                .orElse(CounterSink.NONE);
        LiveJob live = new LiveJob(pipeline, KafkaLedger.access(pipeline), settings, new Listener(waiting, options));
        StreamExecutionEnvironment job = live.prepare(
                options.parallelismOr(0),
                ReleaseTopics.sink(pipeline),
                counters,
                checked -> RegisteredRows.register(checked, options::say));
        // missing topics are created after all other checks, so that a refused start creates none
        TopicCheck.makeMissing(pipeline);
        waiting.on(tasks(pipeline.sink()), Duration.ZERO);
        return job;
    }

    private JobConsole told(Pipeline pipeline, WaitReporter waiting) {
        String checkpoints = pipeline.checkpoint().dir();
        return new JobConsole(
                (how, id) -> {
                    waiting.close();
                    tellStarted(how, pipeline, id);
                },
                options::say,
                options::warn,
                () -> CheckpointPlace.problem(checkpoints));
    }

    /**
     * Prints that the job was submitted. A cluster's client knows only that the cluster accepted the job, not that the
     * job runs.
     */
    private void tellStarted(String how, Pipeline pipeline, String id) {
        String checkpoints = pipeline.checkpoint().dir();
        options.say(how + " " + pipeline.name() + "; releases in topic "
                + pipeline.sink().released() + ", checkpoints in " + checkpoints);
        if (json) {
            PrintWriter answer = options.out();
            answer.println(JsonText.write(fields -> {
                fields.writeStartObject();
                fields.writeStringField("pipeline", pipeline.name());
                fields.writeStringField("domain", pipeline.plan().domain());
                fields.writeStringField("job", id);
                fields.writeStringField("topic", pipeline.sink().released());
                fields.writeStringField("checkpoints", checkpoints);
                fields.writeEndObject();
            }));
            answer.flush();
        }
    }

    /**
     * Returns the settings of Flink: those of the user and, unless output is quiet, a heartbeat on the console. The heartbeat
     * shows failures of a job in this process. A job on a cluster does not report failures to this console.
     */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        if (!options.isQuiet()) {
            settings.putAll(ConsoleReporterFactory.heartbeat(HEARTBEAT));
        }
        settings.putAll(flink.settings());
        return settings;
    }

    private void requireTopics(Pipeline pipeline, WaitReporter waiting) throws TopicProblem, InterruptedException {
        waiting.on("the brokers " + pipeline.source().kafka().brokers() + " to say what topics there are", TOPICS);
        TopicCheck.look(pipeline).forEach(options::warn);
        TopicCheck.ledgerWarnings(pipeline).forEach(options::warn);
        pipeline.source().format().check(pipeline.readFields()).forEach(options::warn);
    }
}
