package dev.weir.jobs.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints what a start waits for, and until when: after one second, and every three seconds from then on. It prints
 * nothing for a start without a wait.
 */
public final class WaitReporter implements AutoCloseable {

    private static final long FIRST_MILLIS = 1000;
    private static final long EVERY_MILLIS = 3000;

    private final Consumer<String> say;
    private final InstantSource clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "weir-waiting");
        created.setDaemon(true);
        return created;
    });
    private volatile @Nullable Wait current;

    /** A wait: its object, its start, and the longest time that it takes. */
    private record Wait(String what, Instant since, Duration most) {}

    WaitReporter(Consumer<String> say, InstantSource clock) {
        this.say = say;
        this.clock = clock;
    }

    /**
     * A start that waits for nothing yet.
     *
     * @param say takes the lines, from a thread of its own
     */
    public static WaitReporter saying(Consumer<String> say) {
        WaitReporter waiting = new WaitReporter(say, InstantSource.system());
        ScheduledFuture<?> unused =
                waiting.thread.scheduleAtFixedRate(waiting::tick, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return waiting;
    }

    /**
     * From now on the start waits for something else.
     *
     * @param what the object of "waiting for"
     * @param most how long that takes at most unless brokers are slow; zero if nobody knows
     */
    public void on(String what, Duration most) {
        current = new Wait(what, clock.instant(), most);
    }

    /** Says what is waited for now. */
    void tick() {
        Wait wait = current;
        if (wait != null) {
            Duration gone = Duration.between(wait.since(), clock.instant());
            String until = wait.most().isZero()
                    ? ""
                    : ", until about " + wait.since().plus(wait.most()).truncatedTo(ChronoUnit.SECONDS);
            say.accept("waiting for " + wait.what() + " (" + gone.toSeconds() + " s so far" + until + ")");
        }
    }

    /** Ends the messages. */
    @Override
    public void close() {
        current = null;
        thread.shutdownNow();
    }
}
