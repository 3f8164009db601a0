package dev.weir.jobs.kafka.ledger.log;

import dev.weir.jobs.kafka.client.BrokerAnswer;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Moves the start of a ledger's log behind records that are no longer needed. Brokers do that in one step, and answer once all replicas in sync
 * have done it. A broker that is killed within a minute may begin at an earlier offset again; then the same is asked once more.
 */
public final class LogStart {

    private LogStart() {}

    /**
     * Deletes all records before an offset, for good. Nothing happens if the log begins there or behind it.
     *
     * @param log the log, whose topic must be the one that was read last
     * @param offset the offset of the first record that stays
     * @throws IOException if the brokers cannot be reached, or the topic is another one
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link
     *     dev.weir.operators.state.restore.StartRefused} if the user has no right to delete records
     */
    public static void moveTo(LedgerLog log, long offset) throws IOException, InterruptedException {
        String topic = log.partition().topic();
        try {
            log.requireSame();
            BrokerAnswer.of(Objects.requireNonNull(log.admin()
                    .deleteRecords(Map.of(log.partition(), RecordsToDelete.beforeOffset(offset)))
                    .lowWatermarks()
                    .get(log.partition())));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                throw LedgerTopic.unusable(
                        "topic " + topic + " cannot be cut: the user of this command lacks the right to delete"
                                + " records of it, which no job needs");
            }
            throw new IOException("topic " + topic + " cannot be cut", e);
        } catch (KafkaException | TimeoutException e) {
            throw new IOException("topic " + topic + " cannot be cut", e);
        }
    }
}
