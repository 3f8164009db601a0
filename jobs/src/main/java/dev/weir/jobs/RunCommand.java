package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.kafka.KafkaLedger;
import dev.weir.jobs.kafka.KafkaReleaseSink;
import dev.weir.jobs.kafka.TopicCheck;
import dev.weir.jobs.kafka.TopicProblem;
import dev.weir.jobs.pipeline.LiveJob;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.publish.ReleaseSink;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a pipeline's job against the brokers that it names. */
@Command(
        name = "run",
        description = "A pipeline's job against the brokers that it names, until it is stopped.",
        footer = {
            "",
            "Example:",
            "  weir run examples/wiki.yaml --out /var/weir/wiki",
            "On a cluster:",
            "  flink run -d weir-jobs-VERSION.jar run /var/weir/wiki.yaml"
        })
final class RunCommand implements Callable<Integer> {

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
        Optional<RunFolder> folder = Optional.ofNullable(out).map(RunFolder::new);
        folder.ifPresent(RunFolder::requireUsable);
        requireTopics(pipeline);
        folder.ifPresent(results -> results.write(Card.of(pipeline)));
        CounterSink counters = folder.<CounterSink>map(results -> results.counters(pipeline.plan()))
                .orElse(CounterSink.NONE);
        submit(pipeline, counters);
        return 0;
    }

    private void submit(Pipeline pipeline, CounterSink counters) throws Exception {
        StreamExecutionEnvironment job = prepare(pipeline, counters);
        String running = "running " + pipeline.name() + "; checkpoints in "
                + pipeline.checkpoint().dir();
        new Submission(pipeline.name(), options::say).run(job, running);
    }

    private StreamExecutionEnvironment prepare(Pipeline pipeline, CounterSink counters) throws Exception {
        LiveJob live = new LiveJob(pipeline, KafkaLedger.access(pipeline));
        return LedgerFailures.telling(() -> live.prepare(options.parallelismOr(0), releases(pipeline), counters));
    }

    private void requireTopics(Pipeline pipeline) throws InterruptedException {
        try {
            TopicCheck.requireReady(pipeline).forEach(options::warn);
            TopicCheck.ledgerWarnings(pipeline).forEach(options::warn);
        } catch (TopicProblem e) {
            throw new CommandFailure(CommandFailure.FAILED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            throw LedgerFailures.refused(e);
        }
    }

    private static ReleaseSink.Factory releases(Pipeline pipeline) {
        Sink sink = pipeline.sink();
        Source.Topic broker = pipeline.source().kafka();
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(sink.released(), sink.withheld(), null);
        return new KafkaReleaseSink.Factory(broker.brokers(), broker.properties(), topics);
    }
}
