package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.KafkaReleaseSink;
import dev.weir.jobs.kafka.TopicCheck;
import dev.weir.jobs.kafka.TopicProblem;
import dev.weir.jobs.output.Card;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.tally.CounterSink;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.core.execution.JobClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a pipeline's job against the brokers that it names. */
@Command(
        name = "run",
        description = "A pipeline's job against the brokers that it names, until it is stopped.",
        footer = {"", "Example:", "  weir run examples/wiki.yaml --out /var/weir/wiki"})
final class RunCommand implements Callable<Integer> {

    private static final int STOP_SECONDS = 10;

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "A folder for the card, and for private counters after each checkpoint.")
    private @Nullable Path out;

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(file, Purpose.RUN);
        RunFolder folder = out == null ? null : new RunFolder(out);
        if (folder != null) {
            folder.requireUsable();
        }
        try {
            TopicCheck.requireReady(pipeline).forEach(options::warn);
        } catch (TopicProblem e) {
            throw new CommandFailure(CommandFailure.FAILED, String.valueOf(e.getMessage()));
        }
        if (folder != null) {
            folder.write(Card.of(pipeline));
        }
        CounterSink counters = folder == null ? CounterSink.NONE : folder.counters(pipeline.plan());
        JobClient job = new LiveJob(pipeline).start(options.parallelismOr(0), releases(pipeline), counters);
        options.say("running " + pipeline.name() + "; checkpoints in "
                + pipeline.checkpoint().dir());
        return await(job);
    }

    private static ReleaseSink.Factory releases(Pipeline pipeline) {
        Sink sink = pipeline.sink();
        Source.Topic broker = pipeline.source().kafka();
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(sink.released(), sink.withheld(), null);
        return new KafkaReleaseSink.Factory(broker.brokers(), broker.properties(), topics);
    }

    /** Until the job ends, or an interrupt stops it: its checkpoints stay, so the next run goes on from there. */
    private int await(JobClient job) throws InterruptedException {
        AtomicBoolean stopping = new AtomicBoolean();
        Thread stop = new Thread(() -> {
            stopping.set(true);
            job.cancel()
                    .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                    .handle((done, e) -> 0)
                    .join();
        });
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            job.getJobExecutionResult().get();
            return 0;
        } catch (ExecutionException e) {
            if (stopping.get()) {
                return 0;
            }
            throw StartRefused.in(e)
                    .map(rule -> new CommandFailure(CommandFailure.REFUSED, rule))
                    .orElseGet(() -> new CommandFailure(
                            CommandFailure.FAILED,
                            "the job failed; more is in " + System.getProperty("weir.log", "the log")));
        }
    }
}
