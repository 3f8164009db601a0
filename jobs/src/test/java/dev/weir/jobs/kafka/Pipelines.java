package dev.weir.jobs.kafka;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.kafka.topic.TopicCheck;
import dev.weir.jobs.kafka.topic.TopicProblem;
import dev.weir.jobs.pipeline.LiveJob;
import dev.weir.jobs.progress.StartListener;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Pipelines that count, for tests. */
public final class Pipelines {

    private static final Duration HOLD = Duration.ofMinutes(16);

    private Pipelines() {}

    /** Returns a pipeline that counts by hour, with delay 1 s and skew 1 min; the key "en" is declared. */
    public static Pipeline pipeline(String brokers, String topic, Clock.By by, Duration idle) {
        Plan plan = plan(Duration.ofHours(1), new TimeBounds(1000, 60_000));
        Clock clock = new Clock(by, idle, HOLD, null, null, true);
        return pipeline(input(brokers, topic), clock, plan, new Checkpoint(Duration.ofSeconds(1), ""));
    }

    /**
     * Returns a pipeline that counts by hour and shares the ledger of its domain with others. Its query has the pipeline's
     * name.
     */
    public static Pipeline ofDomain(String domain, String name, String brokers, String topic) {
        Pipeline alone = pipeline(brokers, topic, Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        Plan plan = Plan.of(
                domain,
                PrivacyUnit.USER,
                new Budget.Pure(BigDecimal.ONE),
                alone.plan().timing(),
                List.of(query(name, Duration.ofHours(1))));
        return new Pipeline(
                name,
                alone.source(),
                alone.clock(),
                plan,
                null,
                alone.fields(),
                alone.sink(),
                alone.limits(),
                alone.checkpoint());
    }

    /** Returns a pipeline under append time whose unit is the message's key. */
    public static Pipeline keyed(String brokers, String topic, Duration idle) {
        Pipeline pipeline = pipeline(brokers, topic, Clock.By.APPEND_TIME, idle);
        Source source = pipeline.source();
        return new Pipeline(
                pipeline.name(),
                new Source(source.kafka(), source.format(), source.time(), MessageFields.KEY),
                pipeline.clock(),
                pipeline.plan(),
                null,
                pipeline.fields(),
                pipeline.sink(),
                pipeline.limits(),
                pipeline.checkpoint());
    }

    /**
     * Returns a pipeline that counts by second, under append time, with a checkpoint three times a second below
     * {@code checkpoints}.
     */
    public static Pipeline live(String brokers, String topic, Path checkpoints) {
        Plan plan = plan(Duration.ofSeconds(1), new TimeBounds(0, 60_000));
        Clock clock = new Clock(Clock.By.APPEND_TIME, Duration.ofSeconds(1), HOLD, null, null, false);
        String dir = checkpoints.toUri().toString();
        return pipeline(input(brokers, topic), clock, plan, new Checkpoint(Duration.ofMillis(300), dir));
    }

    /** Returns a pipeline with a delay of 1 s and an idle time of 3 s that holds windows back for at most {@code hold}. */
    public static Pipeline held(String brokers, String topic, Path checkpoints, Duration hold) {
        Plan plan = plan(Duration.ofSeconds(1), new TimeBounds(1000, 60_000));
        Clock clock = new Clock(Clock.By.APPEND_TIME, Duration.ofSeconds(3), hold, null, null, false);
        String dir = checkpoints.toUri().toString();
        return pipeline(input(brokers, topic), clock, plan, new Checkpoint(Duration.ofMillis(300), dir));
    }

    /** Returns the access to a ledger in a folder next to the checkpoints. */
    public static LedgerAccess ledger(Pipeline pipeline) {
        String checkpoints = pipeline.checkpoint().dir();
        return LedgerAccess.ofOnly(
                DirectoryLedger.beside(checkpoints.isEmpty() ? "file:///nowhere" : checkpoints), pipeline.name());
    }

    /** The job of a pipeline, of whose start nobody is told. */
    public static LiveJob job(Pipeline pipeline, LedgerAccess ledger) {
        return job(pipeline, ledger, Map.of());
    }

    /** The job of a pipeline with further settings of Flink, of whose start nobody is told. */
    public static LiveJob job(Pipeline pipeline, LedgerAccess ledger, Map<String, String> further) {
        return new LiveJob(pipeline, ledger, further, new StartListener() {
            @Override
            public void waitsFor(String what, Duration most) {}

            @Override
            public void says(String line) {}

            @Override
            public void warns(String line) {}
        });
    }

    /** Checks the topics of a pipeline and makes those that are missing, as {@code weir run} does; returns what is unwise. */
    public static List<String> requireTopics(Pipeline pipeline) throws TopicProblem, InterruptedException {
        List<String> unwise = TopicCheck.look(pipeline);
        TopicCheck.makeMissing(pipeline);
        return unwise;
    }

    private static Source.Topic input(String brokers, String topic) {
        // short time-outs for brokers that do not exist, and long ones for those that answer late on a busy machine
        Map<String, String> client = brokers.endsWith(":1")
                ? Map.of("default.api.timeout.ms", "3000", "request.timeout.ms", "2000")
                : Map.of();
        return new Source.Topic(brokers, topic, Source.Start.EARLIEST, "weir-it", client);
    }

    private static Pipeline pipeline(Source.Topic input, Clock clock, Plan plan, Checkpoint checkpoint) {
        String topic = input.topic();
        return new Pipeline(
                "it",
                new Source(input, new CsvFormat(List.of("time", "unit", "key")), "time", "unit"),
                clock,
                plan,
                null,
                List.of(new QueryFields(List.of(), "key", List.of(List.of()))),
                new Sink(topic + "-released", topic + "-withheld", topic + "-dead-letter", topic + "-ledger"),
                new Limits(1000, 100, 100),
                checkpoint);
    }

    private static Plan plan(Duration window, TimeBounds timing) {
        return Plan.of(
                "it", PrivacyUnit.USER, new Budget.Pure(BigDecimal.ONE), timing, List.of(query("hourly", window)));
    }

    private static Query query(String name, Duration window) {
        return new Query(
                name,
                1,
                "all",
                new DeclaredKeys(List.of("en")),
                TumblingWindow.of(window),
                Bounds.NONE,
                List.of(new Count("edits", BigDecimal.ONE)),
                new Spend(null, 1),
                null);
    }
}
