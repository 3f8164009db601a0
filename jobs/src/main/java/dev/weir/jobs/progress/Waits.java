package dev.weir.jobs.progress;

import java.time.Duration;

/** Is told what a start waits for, one thing after the other. */
@FunctionalInterface
public interface Waits {

    /** Tells nobody. */
    Waits UNTOLD = (what, most) -> {};

    /**
     * From now on the start waits for something else.
     *
     * @param what the object of "waiting for"
     * @param most how long that takes at most unless brokers are slow; zero if nobody knows
     */
    void on(String what, Duration most);
}
