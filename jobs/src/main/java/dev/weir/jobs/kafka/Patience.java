package dev.weir.jobs.kafka;

import java.io.Serializable;
import java.time.Duration;

/**
 * The longest times for which dead letters may hold up a job whose dead-letter topic does not answer.
 *
 * @param block the longest wait for room in the producer's buffer, or to learn which broker has the topic
 * @param flush the longest wait for acknowledgements before a checkpoint
 * @param delivery how long an acknowledgement is waited for before a dead letter is given up
 * @param pause for how long nothing waits after a wait in vain or after a dead letter that was given up
 */
record Patience(Duration block, Duration flush, Duration delivery, Duration pause) implements Serializable {

    /** The usual times, which hold up a job for about ten seconds a minute at most. */
    static final Patience USUAL =
            new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
