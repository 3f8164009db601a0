package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.client.BrokerAnswer;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.TopicPartitions;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the records that a first run will read and that were written before its schedule begins. The counts are functions of
 * slots, which are public. Transaction markers, and records that compaction has removed, are included in the counts.
 *
 * @param earlier the number of records that were written before the schedule's start
 * @param all the number of records of the topic
 */
record EarlierRecords(long earlier, long all) {

    /**
     * Returns, in one line, a warning that a first run will not release earlier records. Empty if there are no earlier records,
     * if the source starts at the end of the topic, or if the brokers do not answer.
     *
     * @param pipeline the pipeline
     * @param from the start of the schedule, epoch milliseconds
     */
    static Optional<String> warning(Pipeline pipeline, long from) throws InterruptedException {
        Source.Topic topic = pipeline.source().kafka();
        if (topic.start() == Source.Start.LATEST) {
            return Optional.empty();
        }
        try (Admin admin = ClientSettings.of(topic).admin()) {
            return count(admin, topic.topic(), from).warning(topic.topic(), from);
        } catch (IOException | KafkaException e) {
            return Optional.empty(); // the job itself reports that it cannot read
        }
    }

    /** Returns the warning for these counts; empty if there are no earlier records. */
    Optional<String> warning(String topic, long from) {
        return earlier == 0
                ? Optional.empty()
                : Optional.of(earlier + " of the " + all + " records in topic " + topic
                        + " were written before clock.start, which is " + Instant.ofEpochMilli(from)
                        + ": windows that end before it are not released, and records of those windows are not counted. To release"
                        + " them, set an earlier clock.start now: it cannot be changed after the first run");
    }

    private static EarlierRecords count(Admin admin, String topic, long from) throws IOException, InterruptedException {
        try {
            List<TopicPartition> partitions = BrokerAnswer.of(TopicPartitions.of(admin, topic));
            Map<TopicPartition, Long> first = offsets(admin, partitions, OffsetSpec.earliest());
            Map<TopicPartition, Long> next = offsets(admin, partitions, OffsetSpec.forTimestamp(from));
            Map<TopicPartition, Long> end = offsets(admin, partitions, OffsetSpec.latest());
            return of(first, next, end);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the brokers do not say what topic " + topic + " has", e);
        }
    }

    private static Map<TopicPartition, Long> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> which));
        return BrokerAnswer.of(admin.listOffsets(asked).all()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> offset(entry.getValue())));
    }

    private static long offset(ListOffsetsResultInfo info) {
        return info.offset();
    }

    /**
     * Adds up the partitions.
     *
     * @param first the offset of the first record of each partition
     * @param next the offset of each partition's first record at or after the schedule's start; negative if the partition has
     *     no such record
     * @param end the offset after each partition's last record
     */
    static <P> EarlierRecords of(Map<P, Long> first, Map<P, Long> next, Map<P, Long> end) {
        long earlier = 0;
        long all = 0;
        for (Map.Entry<P, Long> partition : end.entrySet()) {
            long begin = first.getOrDefault(partition.getKey(), 0L);
            long later = next.getOrDefault(partition.getKey(), -1L);
            all += partition.getValue() - begin;
            earlier += (later < 0 ? partition.getValue() : later) - begin;
        }
        return new EarlierRecords(earlier, all);
    }
}
