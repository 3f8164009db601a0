package dev.weir.benchmarks;

import dev.weir.benchmarks.formats.Column;
import dev.weir.benchmarks.formats.RecordEncoder;
import dev.weir.benchmarks.formats.RecordEncoders;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.pipeline.PipelineJob;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The job of a pipeline file over a topic of records in one of the formats. A record has nine columns, of which four are read, as one of
 * {@code examples/wiki.yaml}: the time, the unit, the key, a whole number, four flags and the name of a page.
 *
 * @param broker the broker that has the topics
 * @param load the records
 * @param folder where pipeline files and schemas are
 */
record FormatJobs(EmbeddedBroker broker, Load load, Path folder) {

    private static final List<Column> COLUMNS = List.of(
            new Column("time", Column.Type.TIME),
            new Column("unit", Column.Type.TEXT),
            new Column("key", Column.Type.TEXT),
            new Column("value", Column.Type.WHOLE),
            new Column("deleted", Column.Type.WHOLE),
            new Column("robot", Column.Type.WHOLE),
            new Column("anon", Column.Type.WHOLE),
            new Column("new", Column.Type.WHOLE),
            new Column("page", Column.Type.TEXT));

    private static final int PAGES = 90_000;

    private static final String PIPELINE = """
            pipeline: formats
            domain: {name: formats}
            source: {%s, time: time, unit: unit}
            privacy: {unit: user-per-day, budget: {epsilon: 1.0}}
            queries:
              - name: seconds
                key: {field: key, declared: [%s]}
                window: {tumbling: 10s}
                release: [{count: records}, {sum: value, as: total, clamp: [0, 100]}]
                spend: {contributions: 10000}
            """;

    /** Returns the name of the job over a format, and of its topic. */
    static String name(RecordEncoders format) {
        return format.name().toLowerCase(Locale.ROOT) + " from Kafka";
    }

    /**
     * Writes all records to a topic, with one partition for each reader.
     *
     * @param format the format of the records
     * @return the job that reads them
     */
    Consumer<StreamExecutionEnvironment> fill(RecordEncoders format) throws IOException, InterruptedException {
        RecordEncoder encoder = format.of(COLUMNS);
        String topic = format.name().toLowerCase(Locale.ROOT);
        broker.createTopic(topic, load.parallelism(), Map.of());
        write(topic, encoder);
        Pipeline pipeline = pipeline(topic, encoder);
        Schedule schedule = new Schedule(Load.START, load.end());
        return env -> new PipelineJob(
                        pipeline,
                        () -> Jobs.NOWHERE,
                        CounterSink.NONE,
                        LedgerAccess.none(pipeline.plan().domain()))
                .replay(env, new PipelineJob.Recording(schedule, null));
    }

    private void write(String topic, RecordEncoder encoder) throws IOException {
        long share = (load.records() + load.parallelism() - 1) / load.parallelism();
        int[] keys = load.keyTable();
        Event event = new Event();
        try (KafkaProducer<byte[], byte[]> producer = Sources.producer(broker)) {
            for (long number = 0; number < load.records(); number++) {
                load.fill(event, number, keys);
                int partition = (int) (number / share);
                producer.send(new ProducerRecord<>(
                        topic, partition, event.time, null, encoder.message(texts(event, number))));
            }
        }
    }

    private static String[] texts(Event event, long number) {
        String robot = number % 3 == 0 ? "1" : "0";
        return new String[] {
            Instant.ofEpochMilli(event.time).toString(),
            "u" + event.unitLow,
            "k" + event.key,
            Long.toString(event.value),
            "0",
            robot,
            "0",
            "0",
            "p" + (event.unitHigh >>> 1) % PAGES
        };
    }

    private Pipeline pipeline(String topic, RecordEncoder encoder) throws IOException {
        String keys = IntStream.range(0, load.keys()).mapToObj(key -> "k" + key).collect(Collectors.joining(", "));
        Path file = folder.resolve(topic + ".yaml");
        Files.writeString(file, PIPELINE.formatted(encoder.source(topic + ".schema"), keys));
        Files.write(folder.resolve(topic + ".schema"), encoder.schema());
        Pipeline read =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Source.Topic input = new Source.Topic(broker.address(), topic, Source.Start.EARLIEST, topic, Map.of());
        return read.withColumns(COLUMNS.stream().map(Column::name).toList())
                .withTopics(input, new Sink("released", "withheld", "dead-letter", "ledger"));
    }
}
