package dev.weir.jobs.kafka.source;

import dev.weir.operators.clock.PartitionClock;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Tells whose timestamp of a Kafka message counts as the time at which its record was written. */
enum TimestampOrigin {
    /** The broker's timestamp. A producer's timestamp, which is Kafka's default, does not count. */
    BROKER {
        @Override
        long of(ConsumerRecord<?, ?> message) {
            return message.timestampType() == TimestampType.LOG_APPEND_TIME
                    ? message.timestamp()
                    : PartitionClock.NO_TIME;
        }
    },
    /** The timestamp that the replay has set: the running maximum of the records' own times. */
    REPLAY {
        @Override
        long of(ConsumerRecord<?, ?> message) {
            return message.timestampType() == TimestampType.CREATE_TIME ? message.timestamp() : PartitionClock.NO_TIME;
        }
    },
    /** No timestamp. Admission reads the time that the record itself states. */
    NONE {
        @Override
        long of(ConsumerRecord<?, ?> message) {
            return PartitionClock.NO_TIME;
        }
    };

    /** The record's time in epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    abstract long of(ConsumerRecord<?, ?> message);
}
