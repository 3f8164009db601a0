package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kafka.KafkaLedger;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.pipeline.LiveJob;
import dev.weir.jobs.progress.ConsoleReporterFactory;
import dev.weir.jobs.progress.StartListener;
import dev.weir.jobs.progress.WaitReporter;
import dev.weir.jobs.restart.CheckpointPlace;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.publish.ReleaseSink;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a pipeline's job against the brokers that it names. */
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

    /** How long brokers that do not answer are asked. */
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

    @Spec
    private CommandSpec command = CommandSpec.create();

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

    /** Tells the user of a start. */
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

    private StreamExecutionEnvironment build(Pipeline pipeline, Map<String, String> settings, WaitReporter waiting)
            throws Exception {
        Optional<RunFolder> folder = Optional.ofNullable(out).map(RunFolder::new);
        folder.ifPresent(RunFolder::requireUsable);
        RunTopics topics = new RunTopics(pipeline);
        waiting.on("the brokers " + pipeline.source().kafka().brokers() + " to say what topics there are", TOPICS);
        topics.look(options::warn);
        folder.ifPresent(results -> results.write(Card.of(pipeline)));
        CounterSink counters = folder.<CounterSink>map(results -> results.counters(pipeline.plan()))
                .orElse(CounterSink.NONE);
        LiveJob live = new LiveJob(pipeline, KafkaLedger.access(pipeline), settings, new Listener(waiting, options));
        StreamExecutionEnvironment job = prepare(live, topics.releases(), counters);
        topics.makeMissing();
        waiting.on(topics.tasks(), Duration.ZERO);
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

    /** A client of a cluster knows that its job was taken, and not that it runs. */
    private void tellStarted(String how, Pipeline pipeline, String id) {
        String checkpoints = pipeline.checkpoint().dir();
        options.say(how + " " + pipeline.name() + "; releases in topic "
                + pipeline.sink().released() + ", checkpoints in " + checkpoints);
        if (json) {
            PrintWriter answer = command.commandLine().getOut();
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

    /** The heartbeat of a job in this process, which a cluster would not tell of here, and what the user wants. */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        if (!options.isQuiet()) {
            settings.putAll(ConsoleReporterFactory.heartbeat(HEARTBEAT));
        }
        settings.putAll(flink.settings());
        return settings;
    }

    private StreamExecutionEnvironment prepare(LiveJob live, ReleaseSink.Factory releases, CounterSink counters)
            throws Exception {
        return LedgerFailures.telling(() -> live.prepare(options.parallelismOr(0), releases, counters));
    }
}
