package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which rows of restored batches are already in the topics of releases.
 *
 * <p><b>How far back it reads.</b> A row is written after its window has closed. No window closes before the clock of the
 * job's machines has reached the window's end less {@code max-skew}. The time of a record is set by the machine that wrote it
 * or by the broker that stored it. If these clocks differ by less than {@code max-skew}, no copy of a pending row has a time
 * before the earliest end of a pending window less twice {@code max-skew}, where {@code max-skew} counts as at least
 * {@value #LEAST_SKEW_MILLIS} ms. In each partition, {@link TopicEnd} reads from the first record of this time or later to
 * the end that the partition has when the reading begins.
 *
 * <p><b>Which rows count as present.</b> A row is present if its topic has, in any partition, a record with the row's id as
 * its key and the row's bytes as its value. The sink writes outside of transactions, so uncommitted records are read too:
 * otherwise an open transaction of another writer would hide the records behind it. Another value under the id of a pending
 * row would be a second value of one release. Only a run with another ledger or another writer can have written it, and then
 * nothing is published.
 *
 * <p><b>Memory.</b> A second copy of the pending rows, whatever the topics hold.
 */
final class PresentRows {

    private static final Logger LOG = LoggerFactory.getLogger(PresentRows.class);
    private static final long LEAST_SKEW_MILLIS = 60_000;

    private final KafkaReleaseSink.Factory sink;
    private final long skewMillis;

    /**
     * Creates a reader of the topics of a sink.
     *
     * @param sink the sink that has written the topics
     * @param maxSkewMillis how far the clock that closes windows may be ahead of the clock of the job's machines, milliseconds
     */
    PresentRows(KafkaReleaseSink.Factory sink, long maxSkewMillis) {
        this.sink = sink;
        this.skewMillis = Math.max(maxSkewMillis, LEAST_SKEW_MILLIS);
    }

    /**
     * Returns the ids of the pending rows that are already present.
     *
     * @param pending the rows of each pending batch, at least one
     * @throws IOException if the topics cannot be read to their ends
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if a topic has
     *     another value under the id of a pending row
     */
    Set<String> find(Collection<? extends Collection<PublishedRow>> pending) throws IOException, InterruptedException {
        Wanted wanted = new Wanted(sink.topics());
        pending.forEach(rows -> rows.forEach(wanted::add));
        long from = wanted.earliestEnd - 2 * skewMillis;
        try (KafkaConsumer<byte[], byte[]> consumer = TopicEnd.consumer(sink)) {
            for (String topic : wanted.lines.keySet()) {
                long read = new TopicEnd(consumer, topic).read(from, wanted::see);
                LOG.warn("topic {}: {} records read from {} on", topic, read, Instant.ofEpochMilli(from));
            }
        } catch (InterruptException e) {
            throw Interruption.during("reading the topics of releases");
        } catch (KafkaException e) {
            throw new IOException(
                    "sink.kafka.skip-present: topic " + String.join(" or ", wanted.lines.keySet()) + " cannot be read",
                    e);
        }
        LOG.warn(
                "{} of {} rows of restored batches are there, and are not written again",
                wanted.present.size(),
                wanted.rows);
        return wanted.present;
    }

    /** The pending rows by topic and id, and the ids of the rows that have been found. */
    private static final class Wanted {

        private final KafkaReleaseSink.Topics topics;
        private final Map<String, Map<String, byte[]>> lines = new HashMap<>();
        private final Set<String> present = new HashSet<>();
        private long earliestEnd = Long.MAX_VALUE;
        private long rows;

        Wanted(KafkaReleaseSink.Topics topics) {
            this.topics = topics;
        }

        void add(PublishedRow row) {
            lines.computeIfAbsent(topics.of(row), topic -> new HashMap<>()).put(row.releaseId(), row.line());
            earliestEnd = Math.min(earliestEnd, row.windowEnd());
            rows++;
        }

        /**
         * Compares a record with the pending row of the same id. A record without a value is a deletion, and counts as
         * neither the row nor another value of it.
         */
        void see(ConsumerRecord<byte[], byte[]> found) {
            byte @Nullable [] key = found.key();
            byte @Nullable [] value = found.value();
            if (key == null || value == null) {
                return;
            }
            String id = new String(key, StandardCharsets.UTF_8);
            byte @Nullable [] line = lines.getOrDefault(found.topic(), Map.of()).get(id);
            if (line != null && !Arrays.equals(line, value)) {
                throw anotherValue(found);
            }
            if (line != null) {
                present.add(id);
            }
        }

        private static RuntimeException anotherValue(ConsumerRecord<byte[], byte[]> found) {
            return new StartRefused(
                            StartRefused.Code.LEDGER_FORK,
                            "topic " + found.topic() + ", partition " + found.partition() + ", offset " + found.offset()
                                    + " has another value of a release that is about to be published: find out who wrote it;"
                                    + " then name another topic (sink.kafka.topic), or publish beside it without"
                                    + " sink.kafka.skip-present")
                    .asFailure();
        }
    }
}
