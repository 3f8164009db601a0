package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.TopicPartitions;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks the brokers how far each partition of a topic has been written, and how far a reader may read the partition. A reader of
 * committed records may not read beyond the start of the first open transaction.
 */
final class LogEnds implements AutoCloseable {

    private static final int WAIT_SECONDS = 5;
    private static final ListOffsetsResultInfo NOTHING = new ListOffsetsResultInfo(0, 0, Optional.empty());

    private final Admin admin;
    private final IsolationLevel isolation;

    /** Connects to the brokers of the input topic with the isolation level of the job's reader. */
    LogEnds(Source.Topic topic) {
        this(ClientSettings.ofReader(topic), ClientSettings.ofReader(topic).isolation());
    }

    private LogEnds(ClientSettings settings, IsolationLevel isolation) {
        this.admin = settings.admin();
        this.isolation = isolation;
    }

    /** Connects to the brokers as a reader of committed records. */
    static LogEnds committed(Source.Topic brokers) {
        return new LogEnds(ClientSettings.of(brokers), IsolationLevel.READ_COMMITTED);
    }

    /**
     * The ends of a partition.
     *
     * @param written the offset after the last written record
     * @param readable the offset after the last record that a reader with the isolation level may read, asked for after {@code
     *     written}
     */
    record Ends(long written, long readable) {}

    /**
     * The ends of all partitions of a topic, by their numbers.
     *
     * @param topic the topic, on the brokers that this object is connected to
     * @throws IOException if the brokers have not answered within some seconds, or have answered with a failure
     */
    Map<Integer, Ends> ask(String topic) throws IOException, InterruptedException {
        try {
            List<TopicPartition> partitions = done(TopicPartitions.of(admin, topic));
            Map<TopicPartition, ListOffsetsResultInfo> written = ends(partitions, IsolationLevel.READ_UNCOMMITTED);
            return byNumber(written, ends(partitions, isolation));
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the brokers do not say how far topic " + topic + " has been written", e);
        }
    }

    private static Map<Integer, Ends> byNumber(
            Map<TopicPartition, ListOffsetsResultInfo> written, Map<TopicPartition, ListOffsetsResultInfo> readable) {
        Map<Integer, Ends> ends = new HashMap<>();
        written.forEach((partition, end) -> {
            ListOffsetsResultInfo upTo = readable.getOrDefault(partition, NOTHING);
            ends.put(partition.partition(), new Ends(end.offset(), upTo.offset()));
        });
        return ends;
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(List<TopicPartition> partitions, IsolationLevel level)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        return done(admin.listOffsets(latest, new ListOffsetsOptions(level)).all());
    }

    private static <T> T done(KafkaFuture<T> asked) throws ExecutionException, TimeoutException, InterruptedException {
        return asked.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
