package dev.weir.jobs.kafka.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.EmbeddedCluster;
import dev.weir.jobs.kafka.Messages;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.clock.PartitionClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class TopicSourceIT {

    private static final Duration IDLE = Duration.ofMillis(500);
    private static final Map<String, String> BY_BROKER = Map.of("message.timestamp.type", "LogAppendTime");

    /** Windows must not close over the first records of one partition while the other has run far ahead. */
    @Test
    void every_slot_of_a_recorded_topic_arrives_once_and_never_behind_the_watermark(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("recorded", 2, Map.of());
        Messages.sendSeries(broker.address(), "recorded", 0, 1_000_000_000_000L);
        Messages.sendSeries(broker.address(), "recorded", 1, 0);
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "recorded", Clock.By.RECORD_TIME, IDLE);
        List<Seen> seen = run(pipeline, 2, 400, TopicSource::replayed);
        assertThat(seen).hasSize(400).extracting(Seen::record).doesNotHaveDuplicates();
        assertThat(seen).allMatch(each -> each.watermark() <= each.record().time() - 1000);
    }

    @Test
    void a_message_without_a_value_is_an_empty_slot_that_keeps_its_stamp(EmbeddedBroker broker) throws Exception {
        broker.createTopic("hollow", 1, Map.of());
        Messages.send(broker.address(), "hollow", 7, "x", null);
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "hollow", Clock.By.RECORD_TIME, IDLE);
        assertThat(run(pipeline, 1, 2, TopicSource::replayed))
                .extracting(Seen::record)
                .containsExactly(
                        new SourceRecord(0, 0, 7, new byte[] {'x'}, 1), new SourceRecord(0, 1, 7, new byte[0], 0));
    }

    @Test
    void of_a_very_long_record_the_first_bytes_are_kept_and_its_length_and_of_a_key_nothing(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("long", 1, Map.of());
        byte[] bytes = new byte[5_000_000];
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("long", 0, 7L, bytes, bytes);
        Messages.send(broker.address(), Map.of("compression.type", "gzip"), List.of(record));
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "long", Clock.By.RECORD_TIME, IDLE);
        assertThat(run(pipeline, 1, 1, TopicSource::replayed))
                .extracting(Seen::record)
                .containsExactly(
                        new SourceRecord(0, 0, 7, new byte[TruncatingDeserializer.LEAST_KEPT + 1], bytes.length));
    }

    @Test
    void a_key_that_the_pipeline_reads_arrives(EmbeddedBroker broker) throws Exception {
        broker.createTopic("keyed", 1, BY_BROKER);
        byte[] key = "unit-1".getBytes(StandardCharsets.UTF_8);
        Messages.send(broker.address(), Map.of(), List.of(new ProducerRecord<>("keyed", 0, 7L, key, new byte[] {'x'})));
        Pipeline pipeline = Pipelines.keyed(broker.address(), "keyed", IDLE);
        assertThat(run(pipeline, 1, 1, TopicSourceIT::live))
                .singleElement()
                .satisfies(each -> assertThat(each.record().outside()).isDeepEqualTo(new byte[][] {key}));
    }

    @Test
    void under_append_time_a_producers_own_stamp_is_no_time(EmbeddedBroker broker) throws Exception {
        broker.createTopic("unstamped", 1, Map.of());
        Messages.send(broker.address(), "unstamped", 7, "x");
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "unstamped", Clock.By.APPEND_TIME, IDLE);
        assertThat(run(pipeline, 1, 1, TopicSourceIT::live))
                .extracting(each -> each.record().time())
                .containsExactly(PartitionClock.NO_TIME);
    }

    @Test
    void under_append_time_the_brokers_stamp_is_the_slots_time(EmbeddedBroker broker) throws Exception {
        broker.createTopic("stamped", 1, BY_BROKER);
        long before = System.currentTimeMillis();
        Messages.send(broker.address(), "stamped", 7, "x");
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "stamped", Clock.By.APPEND_TIME, IDLE);
        Seen seen = run(pipeline, 1, 1, TopicSourceIT::live).get(0);
        assertThat(seen.record().time()).isBetween(before, System.currentTimeMillis());
    }

    /**
     * Records are written while the topic has four partitions and the job knows only two. The job reads them when it looks
     * for partitions again, and windows wait for them.
     */
    @Test
    @SuppressWarnings(
            "try") // closing the iterator cancels the job and may be interrupted, in which case the test has failed
    // anyway
    void partitions_that_are_added_while_the_job_runs_are_read_whole_and_never_behind_the_watermark(
            EmbeddedBroker broker) throws Exception {
        broker.createTopic("growing", 2, BY_BROKER);
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "growing", Clock.By.APPEND_TIME, IDLE);
        try (EmbeddedCluster cluster = EmbeddedCluster.of(2, Duration.ofMillis(200))) {
            StreamExecutionEnvironment env = cluster.environment();
            DataStream<SourceRecord> records = TopicSource.live(
                            env, pipeline, TopicSource.TimestampExtractor.written(), 4 * IDLE.toMillis())
                    .union(TopicSource.wallClock(env, pipeline, SourceRecord.TYPE));
            try (CloseableIterator<Seen> seen = Seen.watch(records).executeAndCollect()) {
                sendTo(broker, "growing", 0, 1);
                List<Seen> read = new ArrayList<>(List.of(seen.next(), seen.next()));
                grow(broker, "growing", 4);
                sendTo(broker, "growing", 0, 1, 2, 3);
                sendTo(broker, "growing", 2, 3);
                while (read.size() < 8) {
                    read.add(seen.next());
                }
                assertThat(read)
                        .allMatch(each -> each.watermark() < each.record().time())
                        .extracting(TopicSourceIT::place)
                        .containsExactlyInAnyOrder("0 0", "1 0", "0 1", "1 1", "2 0", "2 1", "3 0", "3 1");
            }
        }
    }

    private static void grow(EmbeddedBroker broker, String topic, int partitions) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get();
        }
    }

    /** If the job continued to read the old topic, it would see that topic's records first, because it has more of them. */
    @Test
    @SuppressWarnings(
            "try") // closing the iterator cancels the job and may be interrupted, in which case the test has failed
    // anyway
    void a_job_whose_topic_is_changed_reads_the_new_one_alone_from_where_it_is_told(
            EmbeddedBroker broker, @TempDir Path folder) throws Exception {
        for (String topic : List.of("before", "after")) {
            broker.createTopic(topic, 1, BY_BROKER);
            Messages.send(broker.address(), topic, 7, topic);
        }
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1, Duration.ofMillis(200))) {
            String savepoint = readAndStop(cluster.environment(), broker, folder);
            Messages.send(broker.address(), "before", 7, "unread", "unread", "unread");
            Configuration from = new Configuration();
            from.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
            from.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
            Pipeline pipeline = Pipelines.pipeline(broker.address(), "after", Clock.By.APPEND_TIME, IDLE);
            StreamExecutionEnvironment env = cluster.environment(from);
            try (CloseableIterator<Seen> seen = Seen.watch(live(env, pipeline)).executeAndCollect()) {
                assertThat(text(seen.next())).isEqualTo("after");
                Messages.send(broker.address(), "before", 7, "unread");
                Messages.send(broker.address(), "after", 7, "next");
                assertThat(text(seen.next())).isEqualTo("next");
            }
        }
    }

    private static String readAndStop(StreamExecutionEnvironment env, EmbeddedBroker broker, Path folder)
            throws Exception {
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "before", Clock.By.APPEND_TIME, IDLE);
        CloseableIterator<Seen> seen = Seen.watch(live(env, pipeline)).collectAsync();
        JobClient job = env.executeAsync();
        assertThat(text(seen.next())).isEqualTo("before");
        return job.stopWithSavepoint(false, folder.toUri().toString(), SavepointFormatType.CANONICAL)
                .get(5, TimeUnit.MINUTES);
    }

    private static void sendTo(EmbeddedBroker broker, String topic, int... partitions) throws Exception {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int partition : partitions) {
            records.add(new ProducerRecord<>(topic, partition, null, new byte[] {'x'}));
        }
        Messages.send(broker.address(), Map.of(), records);
    }

    private static String place(Seen seen) {
        return seen.record().partition() + " " + seen.record().offset();
    }

    private static String text(Seen seen) {
        return new String(seen.record().payload(), StandardCharsets.UTF_8);
    }

    /** Partition 1 is silent throughout; the clock and the live partition must close windows nevertheless. */
    @Test
    @SuppressWarnings(
            "try") // closing the iterator cancels the job and may be interrupted, in which case the test has failed
    // anyway
    void a_silent_topic_still_moves_time_and_does_so_again_after_a_restore(EmbeddedBroker broker) throws Exception {
        broker.createTopic("silent", 2, BY_BROKER);
        long sent = System.currentTimeMillis();
        Messages.send(broker.address(), "silent", 0, "only one");
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "silent", Clock.By.APPEND_TIME, IDLE);
        List<Long> watermarks = new ArrayList<>();
        try (EmbeddedCluster cluster = EmbeddedCluster.of(2, Duration.ofMillis(200))) {
            StreamExecutionEnvironment env = cluster.environment();
            DataStream<SourceRecord> records =
                    live(env, pipeline).union(TopicSource.wallClock(env, pipeline, SourceRecord.TYPE));
            try (CloseableIterator<Long> told = TimeTeller.tell(records, 3).executeAndCollect()) {
                while (watermarks.isEmpty() || watermarks.get(watermarks.size() - 1) < sent + 4000) {
                    watermarks.add(told.next());
                }
            }
        }
        assertThat(watermarks).contains(TimeTeller.RESTORED).allMatch(time -> time <= System.currentTimeMillis());
    }

    private static DataStream<SourceRecord> live(StreamExecutionEnvironment env, Pipeline pipeline) {
        return TopicSource.live(env, pipeline, TopicSource.TimestampExtractor.written());
    }

    private static List<Seen> run(Pipeline pipeline, int parallelism, int wanted, Input input) throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.of(parallelism, Duration.ofMillis(200))) {
            return Seen.watch(input.open(cluster.environment(), pipeline)).executeAndCollect(wanted);
        }
    }

    private interface Input {
        DataStream<SourceRecord> open(StreamExecutionEnvironment env, Pipeline pipeline);
    }
}
