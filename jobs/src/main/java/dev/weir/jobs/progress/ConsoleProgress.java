package dev.weir.jobs.progress;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Prints the progress of a command on standard error every few seconds. It prints no progress if the command ends within five
 * seconds of its first progress message.
 */
public final class ConsoleProgress implements Progress {

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Consumer<String> say;
    private final PrintWriter err;
    private boolean isTicking;
    private long said;

    /**
     * Creates a receiver of progress messages.
     *
     * @param say takes the messages that are always printed
     * @param err standard error
     */
    public ConsoleProgress(Consumer<String> say, PrintWriter err) {
        this.say = say;
        this.err = err;
    }

    @Override
    public void say(String line) {
        say.accept(line);
    }

    @Override
    public void tick(Supplier<String> line) {
        long now = System.nanoTime();
        if (!isTicking) {
            isTicking = true;
            said = now;
        } else if (now - said >= EVERY.toNanos()) {
            said = now;
            err.println(line.get());
            err.flush();
        }
    }

    @Override
    public Map<String, String> jobSettings(long records) {
        return ConsoleReporterFactory.records(EVERY, records);
    }
}
