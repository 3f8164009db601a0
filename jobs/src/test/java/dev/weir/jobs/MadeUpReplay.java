package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.EmbeddedCluster;
import dev.weir.jobs.kafka.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.pipeline.PipelineJob;
import dev.weir.jobs.replay.RecordedFile;
import dev.weir.jobs.replay.RecordingWriter;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.replay.WrittenSlots;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Replays {@link MadeUpStream} with its exact totals, through the job that {@link Replay} runs, for tests that break it.
 *
 * @param broker where topics are
 * @param name tells the topics and files of this replay apart
 * @param folder where files go
 */
record MadeUpReplay(EmbeddedBroker broker, String name, Path folder) {

    static final int PARALLELISM = 2;

    private static final String PIPELINE = """
            pipeline: killed
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {epsilon: 1}}
            queries:
              - name: short
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {tumbling: 10m}
                bounds: {keys-per-window: 3, records-per-cell: 2}
                release: [{count: edits}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 6}
              - name: long
                version: 3
                where: "value > 10"
                key: {field: key, declared: [en, fr]}
                window: {tumbling: 1h}
                release: [{sum: value, as: added, per-unit-clamp: [0, 120]}]
                spend: {contributions: 12}
            """;

    /**
     * Runs the job to its end.
     *
     * @param stateBackend by Flink's name for it
     * @param disturbed whether the faults happen
     */
    Visible run(String stateBackend, boolean disturbed) throws Exception {
        Path input = MadeUpStream.write(folder.resolve(name + ".csv"));
        RecordedFile recording = new RecordedFile(input, Source.Format.CSV, 1000);
        broker.createTopic(name, PARALLELISM, Map.of());
        for (String kind : List.of("released", "withheld", "dead-letter", "exact")) {
            broker.createTopic(topic(kind), 1, Map.of());
        }
        Pipeline pipeline = pipeline().withColumns(recording.columns());
        WrittenSlots slots = new RecordingWriter(pipeline).write(recording, PARALLELISM);
        Faults faults = Faults.plan(disturbed);
        try (EmbeddedCluster cluster = EmbeddedCluster.of(PARALLELISM, Duration.ofMillis(100))) {
            StreamExecutionEnvironment env =
                    cluster.environment(new Configuration().set(StateBackendOptions.STATE_BACKEND, stateBackend));
            CounterFile counters = new CounterFile(secrets().toString(), pipeline.plan());
            new PipelineJob(pipeline, new Faults.Sinks(releases()), new Faults.Counters(counters), ledger(pipeline))
                    .replay(env, new PipelineJob.Recording(slots.schedule(), releases()));
            run(env, faults, disturbed);
        }
        Set<String> due = Visible.due(pipeline.plan(), slots.schedule());
        return Visible.read(broker, name, secrets().resolve("counters.json"), due);
    }

    private LedgerAccess ledger(Pipeline pipeline) {
        String place = folder.resolve(name + "-ledger").toUri().toString();
        return LedgerAccess.ofOnly(DirectoryLedger.at(place), pipeline.name());
    }

    private static void run(StreamExecutionEnvironment env, Faults faults, boolean disturbed) throws Exception {
        try (KillableCluster job = KillableCluster.start(env)) {
            if (disturbed) {
                faults.awaitRows();
                job.loseTaskManager();
                faults.awaitVisibleBatch();
                job.loseTaskManager();
            }
            job.await();
        }
        if (!faults.allHappened()) {
            throw new IllegalStateException("the job came to its end without all faults");
        }
    }

    String topic(String kind) {
        return name + "-" + kind;
    }

    Path secrets() {
        return folder.resolve(name + "-private");
    }

    private Pipeline pipeline() throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), PIPELINE);
        Pipeline read =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Source.Topic topic = new Source.Topic(broker.address(), name, Source.Start.EARLIEST, name, Brake.PROPERTIES);
        Source source = new Source(
                topic,
                Source.Format.CSV,
                List.of(),
                read.source().time(),
                read.source().unit());
        Sink sink = new Sink(topic("released"), topic("withheld"), topic("dead-letter"), topic("ledger"));
        return new Pipeline(
                name, source, read.clock(), read.plan(), null, read.fields(), sink, read.limits(), read.checkpoint());
    }

    private KafkaReleaseSink.Factory releases() {
        KafkaReleaseSink.Topics topics =
                new KafkaReleaseSink.Topics(topic("released"), topic("withheld"), topic("exact"));
        return new KafkaReleaseSink.Factory(broker.address(), Map.of(), topics);
    }
}
