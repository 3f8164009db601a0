package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A consumer of the one partition of a log, which is opened when it is first needed. Used by one thread. */
final class LogConsumer implements AutoCloseable {

    private final Supplier<? extends Consumer<byte[], byte[]>> opening;
    private final TopicPartition partition;
    private @Nullable Consumer<byte[], byte[]> opened;

    LogConsumer(Supplier<? extends Consumer<byte[], byte[]>> opening, TopicPartition partition) {
        this.opening = opening;
        this.partition = partition;
    }

    /** Creates a consumer of committed records. */
    static LogConsumer of(ClientSettings settings, TopicPartition partition) {
        return new LogConsumer(() -> LedgerSettings.ofReader(settings).consumer(), partition);
    }

    TopicPartition partition() {
        return partition;
    }

    /** Returns the consumer, whose next record is the one at an offset or the first one behind it. */
    Consumer<byte[], byte[]> at(long offset) {
        Consumer<byte[], byte[]> consumer = opened;
        if (consumer == null) {
            consumer = opening.get();
            opened = consumer;
            consumer.assign(List.of(partition));
        }
        consumer.seek(partition, offset);
        return consumer;
    }

    /** Closes the consumer. It is opened again when it is needed. */
    @Override
    public void close() {
        Consumer<byte[], byte[]> consumer = opened;
        opened = null;
        if (consumer != null) {
            consumer.close();
        }
    }
}
