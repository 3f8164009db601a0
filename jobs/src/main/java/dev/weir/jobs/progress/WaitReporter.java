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
 * Prints what a start waits for, and until when. It prints one second after its creation, and then every three seconds, and
 * each time only if the start waits at that moment.
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

    /**
     * A wait of a start.
     *
     * @param what the object of "waiting for"
     * @param since when the wait began
     * @param most the longest time that the wait takes; zero if it is not known
     */
    private record Wait(String what, Instant since, Duration most) {}

    WaitReporter(Consumer<String> say, InstantSource clock) {
        this.say = say;
        this.clock = clock;
    }

    /**
     * Creates a reporter for a start that waits for nothing yet.
     *
     * @param say receives the lines, in a thread of the reporter
     */
    public static WaitReporter saying(Consumer<String> say) {
        WaitReporter waiting = new WaitReporter(say, InstantSource.system());
        ScheduledFuture<?> unused =
                waiting.thread.scheduleAtFixedRate(waiting::tick, FIRST_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return waiting;
    }

    /**
     * Sets what the start waits for from now on.
     *
     * @param what the object of "waiting for"
     * @param most the longest time that the wait takes unless brokers are slow; zero if it is not known
     */
    public void on(String what, Duration most) {
        current = new Wait(what, clock.instant(), most);
    }

    /** Prints what the start waits for now, if it waits for anything. */
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

    /** Stops the messages. */
    @Override
    public void close() {
        current = null;
        thread.shutdownNow();
    }
}
