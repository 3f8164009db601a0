package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.EmbeddedCluster;
import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.format.Delimiter;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.CounterFile;
import dev.weir.jobs.output.ExactRows;
import dev.weir.jobs.pipeline.PipelineJob;
import dev.weir.jobs.replay.RecordingWriter;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.replay.WrittenSlots;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Replays {@link MadeUpStream} with its exact totals, through the job that {@link Replay} runs, for tests with faults.
 *
 * @param broker the broker of the topics
 * @param name distinguishes the topics and files of this replay from those of others
 * @param folder the folder for files
 * @param text the pipeline file
 */
record MadeUpReplay(EmbeddedBroker broker, String name, Path folder, String text) {

    static final int PARALLELISM = 2;

    private static final Duration CHECKPOINT_EVERY = Duration.ofMillis(100);

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

    /** Replays the stream through tumbling windows. */
    MadeUpReplay(EmbeddedBroker broker, String name, Path folder) {
        this(broker, name, folder, PIPELINE);
    }

    /**
     * Runs the job to its end.
     *
     * @param stateBackend the state backend by Flink's name
     * @param faults the faults that occur
     */
    Visible run(String stateBackend, Faults faults) throws Exception {
        Recorded recorded = record(faults.allHappened() ? Map.of() : Brake.PROPERTIES);
        Configuration settings = new Configuration().set(StateBackendOptions.STATE_BACKEND, stateBackend);
        try (EmbeddedCluster cluster = EmbeddedCluster.of(PARALLELISM, CHECKPOINT_EVERY)) {
            run(job(recorded, cluster.environment(settings)), faults.begin());
        }
        return visible(recorded);
    }

    /**
     * Runs the job at several parallelisms in turn. At each it is stopped with a savepoint, from which it continues at the
     * next one. At the last one it runs to its end.
     *
     * @param stops where the input stops for a savepoint, one fewer than there are parallelisms; no faults occur
     */
    Visible rescaled(Faults stops, int... parallelisms) throws Exception {
        Recorded recorded = inSmallBatches(record(Brake.PROPERTIES));
        stops.begin();
        SavepointRestoreSettings from = SavepointRestoreSettings.none();
        for (int i = 0; i < parallelisms.length; i++) {
            try (EmbeddedCluster cluster = EmbeddedCluster.of(parallelisms[i], CHECKPOINT_EVERY);
                    KillableCluster job = KillableCluster.start(job(recorded, cluster.environment()), from)) {
                if (i + 1 < parallelisms.length) {
                    from = stop(job, stops);
                } else {
                    job.await();
                }
            }
        }
        return visible(recorded);
    }

    /**
     * Copies the records to another topic, each in a batch of its own, so that a consumer of two partitions reads both at the
     * same pace. Otherwise it would read a large batch of the first, be stopped there, and never reach the second.
     */
    private Recorded inSmallBatches(Recorded recorded) throws Exception {
        String copy = name + "-copy";
        broker.createTopic(copy, PARALLELISM, Map.of());
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        broker.read(
                name,
                record -> records.add(new ProducerRecord<>(
                        copy, record.partition(), record.timestamp(), record.key(), record.value())));
        Messages.send(broker.address(), Map.of(), records);
        Source.Topic topic = new Source.Topic(broker.address(), copy, Source.Start.EARLIEST, name, Brake.PROPERTIES);
        return new Recorded(recorded.pipeline.withTopics(topic, recorded.pipeline.sink()), recorded.slots);
    }

    private SavepointRestoreSettings stop(KillableCluster job, Faults stops) throws Exception {
        while (!stops.isNearStop()) {
            job.requireRunning();
            Thread.sleep(20);
        }
        // the input goes on once the job has been asked: before, it might come to its end first
        return job.stop(folder.resolve(name + "-savepoints"), stops::goOn);
    }

    /**
     * A replay's input.
     *
     * @param pipeline the pipeline with its topics
     * @param slots the slots that have been written to the input topic
     */
    private record Recorded(Pipeline pipeline, WrittenSlots slots) {}

    /**
     * @param client properties of the job's reader: the brake if faults are planned
     */
    private Recorded record(Map<String, String> client) throws Exception {
        Path input = MadeUpStream.write(folder.resolve(name + ".csv"));
        RecordedFile recording = new RecordedFile(input, new CsvFormat(List.of()), 1000);
        broker.createTopic(name, PARALLELISM, Map.of());
        for (String kind : List.of("released", "withheld", "dead-letter")) {
            broker.createTopic(topic(kind), 1, Map.of());
        }
        Pipeline pipeline = pipeline(client).withColumns(recording.columns(Delimiter.COMMA));
        return new Recorded(pipeline, new RecordingWriter(pipeline).write(recording, PARALLELISM));
    }

    private StreamExecutionEnvironment job(Recorded recorded, StreamExecutionEnvironment env) throws IOException {
        Pipeline pipeline = recorded.pipeline;
        CounterFile counters = new CounterFile(secrets().toString(), pipeline.plan());
        new PipelineJob(pipeline, new Faults.Sinks(releases()), new Faults.Counters(counters), ledger(pipeline))
                .replay(env, new PipelineJob.Recording(recorded.slots.schedule(), exact().sink()));
        return env;
    }

    private Visible visible(Recorded recorded) throws IOException {
        Set<String> due = Visible.due(recorded.pipeline.plan(), recorded.slots.schedule());
        return Visible.read(this, due);
    }

    ExactRows exact() throws IOException {
        return new ExactRows(secrets().resolve("exact"));
    }

    private LedgerAccess ledger(Pipeline pipeline) {
        String place = folder.resolve(name + "-ledger").toUri().toString();
        return LedgerAccess.ofOnly(DirectoryLedger.at(place), pipeline.name());
    }

    private static void run(StreamExecutionEnvironment env, Faults faults) throws Exception {
        try (KillableCluster job = KillableCluster.start(env)) {
            if (!faults.allHappened()) {
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

    Pipeline pipeline() throws IOException {
        return pipeline(Brake.PROPERTIES);
    }

    private Pipeline pipeline(Map<String, String> client) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), text);
        Pipeline read =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Source.Topic topic = new Source.Topic(broker.address(), name, Source.Start.EARLIEST, name, client);
        Source source = new Source(
                topic,
                new CsvFormat(List.of()),
                read.source().time(),
                read.source().unit());
        Sink sink = new Sink(topic("released"), topic("withheld"), topic("dead-letter"), topic("ledger"));
        return new Pipeline(
                name, source, read.clock(), read.plan(), null, read.fields(), sink, read.limits(), read.checkpoint());
    }

    private KafkaReleaseSink.Factory releases() {
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(topic("released"), topic("withheld"));
        return new KafkaReleaseSink.Factory(broker.address(), Map.of(), topics);
    }
}
