package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.BrokerAnswer;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Asks the brokers about the one partition of a log.
 *
 * @param admin a client of the brokers
 * @param partition the one partition of the log
 */
record LogAdmin(Admin admin, TopicPartition partition) {

    private static final long AGAIN_MILLIS = 20;

    /** The id that the topic has now. */
    Uuid id() throws IOException, InterruptedException {
        try {
            return BrokerAnswer.of(Objects.requireNonNull(admin.describeTopics(Set.of(partition.topic()))
                            .topicNameValues()
                            .get(partition.topic())))
                    .topicId();
        } catch (ExecutionException | TimeoutException e) {
            throw unreadable(e);
        }
    }

    /**
     * Waits until no transaction is open, and returns the extent of the log, in which every transaction is whole. The id is asked for
     * first: if the topic still has it afterwards, the rest is about that topic too.
     *
     * @param patienceMillis how long it waits
     */
    LogExtent extent(long patienceMillis) throws IOException, InterruptedException {
        Uuid id = id();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        while (System.nanoTime() < deadline) {
            BothEnds ends = ends();
            if (ends.areEqual()) {
                return new LogExtent(id, start(), ends.written(), ends.epoch());
            }
            Thread.sleep(AGAIN_MILLIS);
        }
        throw new IOException("a transaction on topic " + partition.topic() + " does not end");
    }

    private long start() throws IOException, InterruptedException {
        return offset(OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED).offset();
    }

    /**
     * The ends of a log. The brokers are asked for {@code readable} first, and then for {@code written}. If the two are equal, no transaction was
     * open when they stated the first one, because a log only grows while its leader lasts.
     *
     * @param readable the end of the records before the first open transaction
     * @param written the end of the written records
     * @param epoch the epoch of the leader that has stated the first one; empty if it has not told its epoch
     */
    record BothEnds(long readable, long written, Optional<Integer> epoch) {

        /** Whether the ends are equal, so that no transaction was open; false also if somebody wrote between the two questions. */
        boolean areEqual() {
            return readable == written;
        }
    }

    /** Returns the ends that the log has now. */
    BothEnds ends() throws IOException, InterruptedException {
        ListOffsetsResultInfo readable = offset(OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        long written =
                offset(OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED).offset();
        return new BothEnds(readable.offset(), written, readable.leaderEpoch());
    }

    private ListOffsetsResultInfo offset(OffsetSpec spec, IsolationLevel level)
            throws IOException, InterruptedException {
        try {
            return BrokerAnswer.of(admin.listOffsets(Map.of(partition, spec), new ListOffsetsOptions(level))
                    .partitionResult(partition));
        } catch (ExecutionException | TimeoutException e) {
            throw unreadable(e);
        }
    }

    /** The failure of a log that cannot be read. */
    IOException unreadable(Exception e) {
        return new IOException("topic " + partition.topic() + " cannot be read", e);
    }
}
