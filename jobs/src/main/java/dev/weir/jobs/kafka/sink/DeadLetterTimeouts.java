package dev.weir.jobs.kafka.sink;

import java.io.Serializable;
import java.time.Duration;

/**
 * The time-outs that bound how long dead letters may hold up a job whose dead-letter topic does not answer.
 *
 * @param block the longest wait for room in the producer's buffer, or for the address of the broker that has the topic
 * @param flush the longest wait for acknowledgements before a checkpoint
 * @param delivery the longest wait for the acknowledgement of a dead letter, which is given up afterwards
 * @param backoff how long the writer does not wait again, after an unsuccessful wait or after it has given up a dead letter
 */
record DeadLetterTimeouts(Duration block, Duration flush, Duration delivery, Duration backoff) implements Serializable {

    /** The default times, which hold up a job for at most about ten seconds a minute. */
    static final DeadLetterTimeouts DEFAULT = new DeadLetterTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
