package dev.weir.jobs.progress;

import java.time.Duration;

/** Is told how a start goes. */
public interface StartListener {

    /** Tells nobody. */
    StartListener NOTHING = new StartListener() {
        @Override
        public void waitsFor(String what, Duration most) {}

        @Override
        public void says(String line) {}

        @Override
        public void warns(String line) {}
    };

    /**
     * From now on the start waits for something else.
     *
     * @param what the object of "waiting for"
     * @param most how long that takes at most unless brokers are slow; zero if nobody knows
     */
    void waitsFor(String what, Duration most);

    /** Takes a line about what goes well. */
    void says(String line);

    /** Takes a line about what is unwise. */
    void warns(String line);
}
