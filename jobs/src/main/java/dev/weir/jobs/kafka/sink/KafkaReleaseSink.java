package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.Interruption;
import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Writes releases to topics. The message's key is the release id, and its value is the row's line. {@link RowHeaders} name
 * the row's query and window.
 *
 * <p>A batch is durable when all replicas in sync have acknowledged every message of it. An idempotent producer keeps the
 * order of a batch in each partition. All copies of a release have the same key, hence the same partition. A batch that is
 * published again after a failure is written again, with the same keys and bytes.
 */
public final class KafkaReleaseSink implements ReleaseSink {

    private final Producer<byte[], byte[]> producer;
    private final Topics topics;
    private final RowHeaders headers = new RowHeaders();

    KafkaReleaseSink(Producer<byte[], byte[]> producer, Topics topics) {
        this.producer = producer;
        this.topics = topics;
    }

    /**
     * The topics of rows of each kind.
     *
     * @param released the public topic of noisy rows
     * @param withheld the public topic of the ids of releases that a key account withheld
     */
    public record Topics(String released, String withheld) implements Serializable {

        String of(PublishedRow row) {
            return switch (row.kind()) {
                case RELEASED -> released;
                case WITHHELD -> withheld;
                case EXACT -> throw new IllegalArgumentException("an exact row must never come near a topic");
                case CLOSED -> throw new IllegalArgumentException("a closed window is in the ledger alone");
            };
        }
    }

    /**
     * Opens a sink to a broker.
     *
     * @param brokers host:port pairs, separated by commas
     * @param client further client properties
     * @param topics the topics of rows of each kind
     */
    public record Factory(String brokers, Map<String, String> client, Topics topics) implements ReleaseSink.Factory {

        public Factory {
            client = Map.copyOf(client);
        }

        /** Names the brokers only, because client properties may hold passwords. */
        @Override
        public String toString() {
            return "topics at " + brokers;
        }

        @Override
        public ReleaseSink open() throws IOException {
            try {
                return new KafkaReleaseSink(settings().producer(), topics);
            } catch (KafkaException e) {
                throw new IOException("cannot open a producer to " + brokers, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while asking for the limits of topics", e);
            }
        }

        /** The settings of the producer, for which the brokers are asked how long a batch may be. */
        ClientSettings settings() throws InterruptedException {
            ClientSettings given = ClientSettings.of(brokers, client);
            return given.withDefaults(ClientSettings.ROW_WRITER_DEFAULTS)
                    .withBatchesUpTo(MessageLimit.smallest(given, List.of(topics.released(), topics.withheld())))
                    .with(ClientSettings.ROW_WRITER);
        }
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        Answers answers = new Answers();
        try {
            send(rows, answers);
            producer.flush();
        } catch (InterruptException e) {
            throw Interruption.during("writing rows");
        } catch (KafkaException e) {
            throw failed(rows.size(), e);
        }
        if (answers.failure != null || answers.missing.get() > 0) {
            throw failed(rows.size(), answers.failure);
        }
    }

    /**
     * Keeps the first failure among the answers to a batch, and how many answers are missing. It does not keep all answers, because a batch has one answer for
     * each of its rows. A flush of the client has returned too early in some of its versions, so answers are counted.
     */
    private static final class Answers implements Callback {

        private final AtomicInteger missing = new AtomicInteger();
        private volatile @Nullable Exception failure;

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception answer) {
            if (answer != null && failure == null) {
                failure = answer;
            }
            missing.decrementAndGet();
        }
    }

    /** Hands all rows to the producer. A later flush returns when all have been answered. */
    private void send(Collection<PublishedRow> rows, Answers answers) {
        for (PublishedRow row : rows) {
            answers.missing.incrementAndGet();
            byte[] releaseId = row.releaseId().getBytes(StandardCharsets.UTF_8);
            ProducerRecord<byte[], byte[]> message =
                    new ProducerRecord<>(topics.of(row), null, releaseId, row.line(), headers.of(row));
            Future<?> unused = producer.send(message, answers);
        }
    }

    /** Returns the exception for rows that could not be written. It tells their number and the reason, and names no row. */
    private IOException failed(int rows, @Nullable Throwable cause) {
        return new IOException(
                "could not write " + rows + " rows to topics " + topics.released() + " and " + topics.withheld() + ": "
                        + (cause == null
                                ? "not all were acknowledged"
                                : cause.getClass().getSimpleName()),
                cause);
    }

    @Override
    public void close() {
        producer.close();
    }
}
