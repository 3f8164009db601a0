package dev.weir.jobs.progress;

import java.time.Duration;

/** Receives the messages of a start. */
public interface StartListener {

    /**
     * Reports that the start waits for something else from now on.
     *
     * @param what the object of "waiting for"
     * @param most the longest time that the wait takes unless brokers are slow; zero if it is not known
     */
    void waitsFor(String what, Duration most);

    /**
     * Receives a message about normal operation.
     *
     * @param line the message, one line
     */
    void says(String line);

    /**
     * Receives a warning.
     *
     * @param line the warning, one line
     */
    void warns(String line);
}
