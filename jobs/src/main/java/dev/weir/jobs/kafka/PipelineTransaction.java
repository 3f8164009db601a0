package dev.weir.jobs.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.flink.connector.kafka.sink.internal.FlinkKafkaInternalProducer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction of one transactional id that brokers know of. Kafka's own client aborts no transaction of another process without
 * taking its id; Flink's takes up one by its producer id and epoch, as its sink does after a failure.
 *
 * @param admin asks the brokers
 * @param writer the settings of who writes under the id
 * @param id the id
 */
record PipelineTransaction(Admin admin, ClientSettings writer, String id) implements AbandonedTransaction.Holder {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineTransaction.class);

    @Override
    public Optional<AbandonedTransaction.Open> open() throws InterruptedException {
        try {
            TransactionDescription found =
                    BrokerAnswer.of(admin.describeTransactions(Set.of(id)).description(id));
            return found.state() == TransactionState.ONGOING
                    ? Optional.of(new AbandonedTransaction.Open(
                            found.producerId(),
                            found.producerEpoch(),
                            found.transactionStartTimeMs().orElse(-1)))
                    : Optional.empty();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty(); // the brokers end it by themselves
        }
    }

    @Override
    public void abort(AbandonedTransaction.Open open) throws InterruptedException {
        try (HolderAgain holder = new HolderAgain(properties(), id)) {
            holder.resumeTransaction(open.producer(), (short) open.epoch());
            holder.abortTransaction();
        } catch (InterruptException e) {
            throw Interruption.during("ending a transaction of " + id);
        } catch (RuntimeException e) {
            LOG.debug("the transaction of {} has gone on, or the brokers end it by themselves", id, e);
        }
    }

    /** Does not wait for what it could not do. */
    private static final class HolderAgain extends FlinkKafkaInternalProducer<byte[], byte[]> {

        HolderAgain(Properties properties, String id) {
            super(properties, id);
        }

        @Override
        public void close() {
            close(Duration.ZERO);
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.putAll(writer.asMap());
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        return properties;
    }
}
