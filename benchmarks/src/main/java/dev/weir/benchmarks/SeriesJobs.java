package dev.weir.benchmarks;

import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.topology.ReleaseTopology;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of running totals that are compared.
 *
 * @param load the keys and their steps
 * @param brokers host:port of a broker in a separate process
 */
record SeriesJobs(SeriesLoad load, String brokers) {

    /** The number of distinct rows that are prepared before a job with prepared rows starts; such a job repeats them. */
    private static final int SAMPLES = 1000;

    private static final LedgerAccess NONE = LedgerAccess.none("benchmark");

    /** Adds gate and release only. Rows are empty and are discarded. */
    void release(StreamExecutionEnvironment env) {
        attach(env, load.plan(), SeriesJobs::empty, ports(() -> new CountedBytes(null), NONE));
    }

    /** Adds Weir's job, whose rows are made as for a topic and then discarded. */
    void rows(StreamExecutionEnvironment env) {
        JsonRows rows = new JsonRows(load.plan());
        RowFormat format = outcome -> {
            StepClock.note(outcome.end());
            return rows.format(outcome);
        };
        attach(env, load.plan(), format, ports(() -> new CountedBytes(null), NONE));
    }

    private static PublishedRow empty(Outcome outcome) {
        StepClock.note(outcome.end());
        return new PublishedRow(outcome.kind(), outcome.start(), outcome.end(), "running", "", "", 0, new byte[0]);
    }

    /** Adds Weir's job, which writes the rows of a live job to a topic. */
    void weir(StreamExecutionEnvironment env, String topic) {
        attach(env, load.plan(), new JsonRows(load.plan()), ports(sink(topic), NONE));
    }

    /**
     * Adds Weir's job with a ledger, to which every row is written first. The ledger must be new, because it refuses a second
     * start without state.
     */
    void weir(StreamExecutionEnvironment env, String topic, String ledger) {
        Plan plan = load.plan(ledger);
        LedgerAccess access = LedgerAccess.ofOnly(KafkaLedger.of(Map.of("bootstrap.servers", brokers), ledger), ledger);
        attach(env, plan, new JsonRows(plan), ports(sink(topic), access));
    }

    /**
     * Adds only the publishing operator with its ledger. It publishes the same number of prepared rows as the plain job,
     * which cost as little to produce.
     */
    void committed(StreamExecutionEnvironment env, String topic, String ledger) {
        Plan plan = load.plan(ledger);
        LedgerAccess access = LedgerAccess.ofOnly(KafkaLedger.of(Map.of("bootstrap.servers", brokers), ledger), ledger);
        KafkaReleaseSink.Factory sink =
                new KafkaReleaseSink.Factory(brokers, Map.of(), new KafkaReleaseSink.Topics(topic, topic));
        env.fromSequence(0, load.rows() - 1)
                .map(new SampleRows(load, samples()))
                .returns(PublishedRowSerializer.TYPE)
                .map(LedgerEncoding::encode)
                .returns(byte[].class)
                .transform(
                        "publish",
                        Types.VOID,
                        new PublishOperator(plan, new PublicTimes(load.schedule(), 0), access, sink))
                .uid("publish")
                .setParallelism(1)
                .setMaxParallelism(1)
                .sinkTo(new DiscardingSink<>());
    }

    /** Maps a number to a row. All keys of one step precede those of the next. The lines are those of a few prepared rows. */
    private record SampleRows(SeriesLoad load, byte[][][] rows) implements MapFunction<Long, PublishedRow> {

        @Override
        public PublishedRow map(Long number) {
            byte[][] row = rows[(int) (number % rows.length)];
            long end = load.end(number / load.keys());
            String key = Long.toString(number % load.keys());
            String id = "benchmark/running/1/" + key + "/" + end;
            return new PublishedRow(Outcome.Kind.RELEASED, Load.START, end, "running", key, id, 0, row[1]);
        }
    }

    private ReleaseSink.Factory sink(String topic) {
        KafkaReleaseSink.Factory sink =
                new KafkaReleaseSink.Factory(brokers, Map.of(), new KafkaReleaseSink.Topics(topic, topic));
        return () -> new CountedBytes(sink.open());
    }

    private static ReleaseTopology.Ports ports(ReleaseSink.Factory sink, LedgerAccess ledger) {
        return ReleaseTopology.Ports.of(sink, CounterSink.NONE, ledger);
    }

    private void attach(StreamExecutionEnvironment env, Plan plan, RowFormat format, ReleaseTopology.Ports ports) {
        ReleaseTopology chain = new ReleaseTopology(plan, load.schedule(), ClockMode.STAMPED);
        SingleOutputStreamOperator<ContributionBatch> admitted =
                chain.admit(load.events(env), new EventReader(1, EventReader.NO_VALUE));
        chain.release(admitted, admitted, CountedBytes.counting(format), ports);
    }

    /**
     * Adds a plain Flink job that writes the same number of prepared rows with the same bytes to a topic. It gives no privacy
     * guarantee.
     */
    void plain(StreamExecutionEnvironment env, String topic, DeliveryGuarantee guarantee) {
        KafkaSink<Long> sink = KafkaSink.<Long>builder()
                .setBootstrapServers(brokers)
                .setRecordSerializer(new Samples(topic, samples()))
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix(topic)
                .setProperty("transaction.timeout.ms", "600000")
                .build();
        env.fromSequence(0, load.rows() - 1).sinkTo(sink);
    }

    private byte[][][] samples() {
        RowFormat format = new JsonRows(load.plan());
        byte[][][] samples = new byte[SAMPLES][][];
        for (int i = 0; i < SAMPLES; i++) {
            long end = load.schedule().until();
            String key = Long.toString((long) i * load.keys() / SAMPLES);
            long[] values = {i % 50 - 20};
            PublishedRow row =
                    format.format(new Outcome(Outcome.Kind.RELEASED, 0, key, Load.START, end, load.steps(), 0, values));
            samples[i] = new byte[][] {row.releaseId().getBytes(StandardCharsets.UTF_8), row.line()};
        }
        return samples;
    }

    /** Serializes the row of the plain job that has a given number. */
    private record Samples(String topic, byte[][][] rows) implements KafkaRecordSerializationSchema<Long> {

        /** Headers with the names and lengths of a live job's. */
        private static final List<Header> HEADERS = List.of(
                header("schema", "weir.released/1"),
                header("query", "running"),
                header("version", "1"),
                header("window-end", "2026-01-01T00:00:00Z"));

        private static Header header(String name, String value) {
            return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(
                Long number, KafkaSinkContext context, @Nullable Long timestamp) {
            byte[][] row = rows[(int) (number % rows.length)];
            return new ProducerRecord<>(topic, null, null, row[0], row[1], HEADERS);
        }
    }
}
