package dev.weir.benchmarks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiter;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many records a generator makes. The job continues to take checkpoints while the valve is closed. One valve
 * serves all jobs of a process, one after another.
 */
final class Valve implements RateLimiter<NumberSequenceSplit> {

    private static final CompletionStage<Void> OPEN = CompletableFuture.completedFuture(null);
    private static final long POLL_MILLIS = 20;

    private static long left;
    private static @Nullable CompletableFuture<Void> waiting;

    /** Lets this many more records pass, and waits until they have been made. */
    static void pass(long records) throws InterruptedException {
        add(records);
        while (remaining() > 0) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private static synchronized void add(long records) {
        left += records;
        if (waiting != null && left > 0) {
            left--;
            waiting.complete(null);
            waiting = null;
        }
    }

    private static synchronized long remaining() {
        return left;
    }

    @Override
    public CompletionStage<Void> acquire(int records) {
        synchronized (Valve.class) {
            if (left >= records) {
                left -= records;
                return OPEN;
            }
            waiting = new CompletableFuture<>();
            return waiting;
        }
    }
}
