package dev.weir.jobs.format.registry;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Since when a registry does not answer. A thread of its own asks every few seconds, whether or not records come: if only a record's
 * question told of an outage, one person's record would shorten the time that the records of others wait. The thread ends when nobody
 * refers to this object any more.
 */
final class RegistryHealth {

    private static final Duration EVERY = Duration.ofSeconds(2);
    private static final long UP = Long.MIN_VALUE;

    private final RegistryClient client;
    private final LongSupplier nanos;
    private volatile long downSince = UP;

    /**
     * @param client asks the registry
     * @param nanos a clock that never runs backwards
     */
    RegistryHealth(RegistryClient client, LongSupplier nanos) {
        this.client = client;
        this.nanos = nanos;
    }

    /** Starts the thread. */
    void start() {
        Thread thread = new Thread(new Probe(new WeakReference<>(this)), "weir-registry");
        thread.setDaemon(true);
        thread.start();
    }

    private record Probe(WeakReference<RegistryHealth> watched) implements Runnable {

        @Override
        public void run() {
            try {
                while (isProbed()) {
                    Thread.sleep(EVERY.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean isProbed() throws InterruptedException {
            RegistryHealth health = watched.get();
            if (health != null) {
                health.probe();
            }
            return health != null;
        }
    }

    /** Asks once, and notes since when there is no answer. */
    void probe() throws InterruptedException {
        long asked = nanos.getAsLong();
        if (answers()) {
            downSince = UP;
        } else if (downSince == UP) {
            downSince = asked;
        }
    }

    /** Whether the registry answers now. */
    boolean answers() throws InterruptedException {
        return !(client.subject() instanceof RegistryAnswer.None);
    }

    /** Whether the registry has not answered for so long. */
    boolean isDownFor(Duration patience) {
        long since = downSince;
        return since != UP && nanos.getAsLong() - since >= patience.toNanos();
    }
}
