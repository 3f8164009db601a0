package dev.weir.jobs.kafka.source;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.operators.clock.PartitionWatermarks;
import dev.weir.operators.time.TimeBounds;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Reads a public topic beside the records of a live job: the questions that votes are about. The topic is always read from its start,
 * because what is known must not depend on when a job was first started. Its watermarks follow the same public clock as those of
 * {@link TopicSource#live}, and the wall clock where it is silent, so that a question is there before the votes that were written
 * after it are looked at.
 */
public final class QuestionSource {

    private static final long DISCOVERY_MILLIS = 60_000;

    /** The name of the source's state in checkpoints; it must not change. */
    private static final String UID = "questions";

    private static final String CLOCK = "questions-clock";

    private QuestionSource() {}

    /**
     * Reads a public topic for as long as the job runs.
     *
     * @param env the environment in which the job is built
     * @param pipeline the pipeline, whose clock and limits hold for the topic too
     * @param topic the topic
     * @param times extracts the times that records of the topic state; used only if the clock follows these times
     */
    public static DataStream<SourceRecord> live(
            StreamExecutionEnvironment env,
            Pipeline pipeline,
            Source.Topic topic,
            TopicSource.TimestampExtractor times) {
        boolean byAppendTime = pipeline.clock().by() == Clock.By.APPEND_TIME;
        TimestampOrigin origin = byAppendTime ? TimestampOrigin.BROKER : TimestampOrigin.NONE;
        OneTopicSource<SourceRecord> source =
                new OneTopicSource<>(kafka(pipeline, topic, origin), topic.topic(), PrivacyUnit.USER);
        WatermarkStrategy<SourceRecord> watermarks =
                byAppendTime ? followAppends(pipeline) : followRecords(pipeline, times);
        DataStream<SourceRecord> records = env.fromSource(
                        source, watermarks.withIdleness(pipeline.clock().idle()), UID)
                .uid(UID);
        return records.union(silence(env, pipeline, topic));
    }

    private static KafkaSource<SourceRecord> kafka(Pipeline pipeline, Source.Topic topic, TimestampOrigin origin) {
        Properties client = new Properties();
        client.putAll(ClientSettings.ofReader(topic)
                .with(TruncatingDeserializer.settings(pipeline.limits(), false))
                .asMap());
        return KafkaSource.<SourceRecord>builder()
                .setProperties(client)
                .setGroupId(topic.group())
                .setTopics(topic.topic())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(new SourceRecordDeserializer(origin, true, List.of()))
                .setProperty("partition.discovery.interval.ms", Long.toString(DISCOVERY_MILLIS))
                .build();
    }

    private static WatermarkStrategy<SourceRecord> followAppends(Pipeline pipeline) {
        TimeBounds timing = pipeline.plan().timing();
        return context -> new PartitionWatermarks<>((record, timestamp) -> record.time(), timing);
    }

    private static WatermarkStrategy<SourceRecord> followRecords(
            Pipeline pipeline, TopicSource.TimestampExtractor times) {
        TimeBounds timing = pipeline.plan().timing();
        return context -> {
            ToLongFunction<SourceRecord> time = times.open();
            TimestampAssigner<SourceRecord> assigner = (record, timestamp) -> time.applyAsLong(record);
            return PartitionWatermarks.ofRecordTimes(assigner, timing, System::currentTimeMillis);
        };
    }

    /** A stream without elements, whose watermarks are those of the wall clock, held back while the topic has unread records. */
    private static DataStream<SourceRecord> silence(
            StreamExecutionEnvironment env, Pipeline pipeline, Source.Topic topic) {
        WallClock.Terms terms = new WallClock.Terms(
                pipeline.plan().timing().delayMillis(),
                pipeline.clock().idle().toMillis(),
                pipeline.clock().hold().toMillis(),
                DISCOVERY_MILLIS);
        ClockSource<SourceRecord> clock = new ClockSource<>(topic, terms, Map.of());
        return env.fromSource(clock, WatermarkStrategy.noWatermarks(), CLOCK, SourceRecord.TYPE)
                .uid(CLOCK)
                .setParallelism(1)
                .setMaxParallelism(1);
    }
}
