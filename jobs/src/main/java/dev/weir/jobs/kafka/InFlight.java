package dev.weir.jobs.kafka;

import java.util.concurrent.TimeUnit;

/** Counts messages that a producer has been given and has not reported on. Safe for use by several threads. */
final class InFlight {

    private int count;

    synchronized void add() {
        count++;
    }

    synchronized void remove() {
        count--;
        notifyAll();
    }

    /**
     * Waits until all have been reported on.
     *
     * @param deadline by {@link System#nanoTime}
     * @return whether they have
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
