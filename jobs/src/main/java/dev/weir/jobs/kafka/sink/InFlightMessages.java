package dev.weir.jobs.kafka.sink;

import java.util.concurrent.TimeUnit;

/** Counts the messages that a producer has taken and has not reported on. Safe for use by several threads. */
final class InFlightMessages {

    private int count;

    synchronized void add() {
        count++;
    }

    synchronized void remove() {
        count--;
        notifyAll();
    }

    /**
     * Waits until the producer has reported on all messages.
     *
     * @param deadline by {@link System#nanoTime}
     * @return whether it has
     */
    synchronized boolean awaitNone(long deadline) throws InterruptedException {
        long left = deadline - System.nanoTime();
        while (count > 0 && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
        return count == 0;
    }
}
