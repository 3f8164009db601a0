package dev.weir.jobs.kafka.sink;

import java.io.Serializable;
import java.time.Duration;

/**
 * The time-outs that bound how long dead letters may hold up a job whose dead-letter topic does not answer.
 *
 * @param block the longest wait for room in the producer's buffer, or to learn which broker has the topic
 * @param flush the longest wait for acknowledgements before a checkpoint
 * @param delivery how long an acknowledgement is waited for before a dead letter is given up
 * @param backoff for how long nothing waits after a wait in vain or after a dead letter that was given up
 */
record DeadLetterTimeouts(Duration block, Duration flush, Duration delivery, Duration backoff) implements Serializable {

    /** Holds up a job for about ten seconds a minute at most. */
    static final DeadLetterTimeouts DEFAULT = new DeadLetterTimeouts(
            Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
