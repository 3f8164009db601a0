package dev.weir.jobs.kafka;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long dead letters may hold up a job whose dead-letter topic does not answer.
 *
 * @param block the longest wait for room in the producer's buffer, or for where the topic lives
 * @param flush the longest wait for acknowledgements before a checkpoint
 * @param delivery after so long without an acknowledgement a letter is given up
 * @param pause after a wait that was in vain or a letter that was given up, for so long nothing waits
 */
record Patience(Duration block, Duration flush, Duration delivery, Duration pause) implements Serializable {

    /** Some ten seconds a minute at most. */
    static final Patience USUAL =
            new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60));
}
