package dev.weir.jobs.kafka.sink;

import java.util.concurrent.TimeUnit;

/** Counts the messages that a producer has accepted and not yet reported on. Safe for use by several threads. */
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
     * @param deadline the end of the wait, by {@link System#nanoTime}
     * @return whether the producer has reported on all messages before the deadline
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
