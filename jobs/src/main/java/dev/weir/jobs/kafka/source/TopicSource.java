package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.MessageFields;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.operators.clock.PartitionWatermarks;
import dev.weir.operators.time.TimeBounds;
import java.io.Serializable;
import java.util.Map;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Reads the records of a topic, with watermarks that follow a public clock.
 *
 * <p>After a restore, a job continues from the offsets in its checkpoint. A live job also commits these offsets to its
 * consumer group, for information only. The records of a partition stay in order only if the next operator has the same
 * parallelism and is chained.
 */
public final class TopicSource {

    /** How often a live job looks for new partitions. */
    private static final long DISCOVERY_MILLIS = 60_000;

    /** The name of the source's state in checkpoints; it must not change. */
    private static final String UID = "slots";

    private TopicSource() {}

    /** Determines which time of a record moves the clock. */
    @FunctionalInterface
    public interface TimestampExtractor extends Serializable {

        /**
         * Returns a function from records to epoch milliseconds or {@link dev.weir.operators.clock.PartitionClock#NO_TIME},
         * for use by one thread. The function has a result for every record and never throws.
         */
        ToLongFunction<SourceRecord> open();

        /** Returns an extractor of the time at which the record was written. */
        static TimestampExtractor written() {
            return () -> SourceRecord::time;
        }
    }

    /**
     * Reads a recorded topic up to its present end. The time of a record is the timestamp that the replay has set.
     *
     * <p>No partition ever counts as idle, because a machine that is too busy to read for a while must not make records late.
     *
     * @param env the environment in which the job is built
     * @param pipeline the pipeline
     */
    public static DataStream<SourceRecord> replayed(StreamExecutionEnvironment env, Pipeline pipeline) {
        KafkaSource<SourceRecord> source = builder(pipeline, TimestampOrigin.REPLAY, false)
                .setBounded(OffsetsInitializer.latest())
                .setProperty("partition.discovery.interval.ms", "-1")
                .setProperty("commit.offsets.on.checkpoint", "false")
                .build();
        TimeBounds timing = pipeline.plan().timing();
        WatermarkStrategy<SourceRecord> clock =
                context -> new PartitionWatermarks<>((record, timestamp) -> record.time(), timing);
        return env.fromSource(oneTopic(source, pipeline), clock, UID).uid(UID);
    }

    /**
     * Reads a topic for as long as the job runs. The output of admission must be united with {@link #wallClock}.
     *
     * <p>The watermark is the minimum of the partitions' times, less the delay, over the partitions with a record within the
     * idle time. It is public, because the times of all slots are. The other partitions are covered by the wall clock, which
     * waits for open transactions.
     *
     * @param env the environment in which the job is built
     * @param pipeline the pipeline
     * @param recordTimes extracts the times that records state; used only if the clock follows these times
     */
    public static DataStream<SourceRecord> live(
            StreamExecutionEnvironment env, Pipeline pipeline, TimestampExtractor recordTimes) {
        return live(env, pipeline, recordTimes, DISCOVERY_MILLIS);
    }

    static DataStream<SourceRecord> live(
            StreamExecutionEnvironment env, Pipeline pipeline, TimestampExtractor recordTimes, long discoveryMillis) {
        boolean byAppendTime = pipeline.clock().by() == Clock.By.APPEND_TIME;
        KafkaSource<SourceRecord> source = builder(
                        pipeline, byAppendTime ? TimestampOrigin.BROKER : TimestampOrigin.NONE, true)
                .setProperty("partition.discovery.interval.ms", Long.toString(discoveryMillis))
                .build();
        WatermarkStrategy<SourceRecord> watermarks =
                byAppendTime ? followAppends(pipeline) : followRecords(pipeline, recordTimes);
        return env.fromSource(
                        oneTopic(source, pipeline),
                        watermarks.withIdleness(pipeline.clock().idle()),
                        UID)
                .uid(UID);
    }

    private static OneTopicSource<SourceRecord> oneTopic(KafkaSource<SourceRecord> source, Pipeline pipeline) {
        return new OneTopicSource<>(
                source, pipeline.source().kafka().topic(), pipeline.plan().unit());
    }

    private static WatermarkStrategy<SourceRecord> followAppends(Pipeline pipeline) {
        TimeBounds timing = pipeline.plan().timing();
        return context -> new PartitionWatermarks<>(assigner(TimestampExtractor.written()), timing);
    }

    private static WatermarkStrategy<SourceRecord> followRecords(Pipeline pipeline, TimestampExtractor times) {
        TimeBounds timing = pipeline.plan().timing();
        return context -> PartitionWatermarks.ofRecordTimes(assigner(times), timing, System::currentTimeMillis);
    }

    private static TimestampAssigner<SourceRecord> assigner(TimestampExtractor times) {
        ToLongFunction<SourceRecord> time = times.open();
        return (record, timestamp) -> time.applyAsLong(record);
    }

    /**
     * Returns a stream without elements. Its watermark is the wall clock less the delay and the idle time, held back while
     * the topic has records that the job may not read yet. United with a live stream, it closes the windows of a topic that
     * has fallen silent. While partitions have records, the watermark of the live stream is the smaller one, and therefore
     * the effective one.
     *
     * @param <T> the elements of the stream with which this stream is united
     * @param env the environment in which the job is built
     * @param pipeline the pipeline
     * @param type the type of the elements of the stream with which this stream is united
     */
    public static <T> DataStream<T> wallClock(
            StreamExecutionEnvironment env, Pipeline pipeline, TypeInformation<T> type) {
        ClockSource<T> clock = new ClockSource<>(pipeline.source().kafka(), terms(pipeline), outputs(pipeline));
        return env.fromSource(clock, WatermarkStrategy.noWatermarks(), "wall-clock", type)
                .uid("wall-clock")
                .setParallelism(1)
                .setMaxParallelism(1);
    }

    /** Returns the topic of releases and the topic of the ledger, each by the name of its gauge. */
    private static Map<String, String> outputs(Pipeline pipeline) {
        return Map.of(
                "releasesHeldMs", pipeline.sink().released(),
                "ledgerHeldMs", pipeline.sink().ledger());
    }

    private static WallClock.Terms terms(Pipeline pipeline) {
        return new WallClock.Terms(
                pipeline.plan().timing().delayMillis(),
                pipeline.clock().idle().toMillis(),
                pipeline.clock().hold().toMillis(),
                DISCOVERY_MILLIS);
    }

    private static KafkaSourceBuilder<SourceRecord> builder(Pipeline pipeline, TimestampOrigin origin, boolean isLive) {
        Source.Topic topic = pipeline.source().kafka();
        OffsetsInitializer start =
                topic.start() == Source.Start.LATEST ? OffsetsInitializer.latest() : OffsetsInitializer.earliest();
        return KafkaSource.<SourceRecord>builder()
                .setProperties(client(pipeline))
                .setGroupId(topic.group())
                .setTopics(topic.topic())
                .setStartingOffsets(start)
                .setDeserializer(new SourceRecordDeserializer(origin, isLive, MessageFields.of(pipeline)));
    }

    private static Properties client(Pipeline pipeline) {
        Properties client = new Properties();
        client.putAll(ClientSettings.ofReader(pipeline.source().kafka())
                .with(TruncatingDeserializer.settings(
                        pipeline.limits(), MessageFields.of(pipeline).contains(MessageFields.KEY)))
                .asMap());
        return client;
    }
}
