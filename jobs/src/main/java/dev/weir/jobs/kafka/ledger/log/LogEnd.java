package dev.weir.jobs.kafka.ledger.log;

import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;

/**
 * The place in a log at which a reading has ended. The next reading may begin there if the topic is the same one, nothing has been cut off
 * at its start, and the last message is still the same: brokers lose messages from the end of a log, never one before another that is left.
 *
 * @param topic the id of the topic, which no other topic ever has
 * @param start the offset at which the log began
 * @param last the last message that was read
 */
record LogEnd(Uuid topic, long start, ConsumerRecord<byte[], byte[]> last) {

    boolean isLast(ConsumerRecord<byte[], byte[]> record) {
        return record.offset() == last.offset() && Arrays.equals(record.value(), last.value());
    }
}
