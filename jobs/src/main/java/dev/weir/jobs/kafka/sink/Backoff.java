package dev.weir.jobs.kafka.sink;

import java.time.Duration;

/** A period of fixed length after a failure, in which nothing is tried again. Safe for use by several threads. */
final class Backoff {

    private final long nanos;
    private volatile boolean started;
    private volatile long start;

    Backoff(Duration length) {
        this.nanos = length.toNanos();
    }

    void begin() {
        start = System.nanoTime();
        started = true;
    }

    void end() {
        started = false;
    }

    boolean isOn() {
        return started && System.nanoTime() - start < nanos;
    }
}
