package dev.weir.jobs.progress;

import java.util.Map;
import java.util.function.Supplier;

/** Receives the messages of a long command while it works, for the console. */
@FunctionalInterface
public interface Progress {

    /**
     * Prints a message about finished work.
     *
     * @param line the message, one line
     */
    void say(String line);

    /**
     * Offers a message about the progress. It is called whenever there is something new; the receiver decides how often
     * it prints.
     *
     * @param line supplies the message; it is called only if the message is printed
     */
    default void tick(Supplier<String> line) {}

    /**
     * Returns Flink settings that make a job print its own progress; none if the receiver does not print progress.
     *
     * @param records the number of records that the job will read, at least 0; 0 if it is not known
     */
    default Map<String, String> jobSettings(long records) {
        return Map.of();
    }

    /**
     * Returns a receiver that prints only {@link #tick} messages and drops messages about results. It is meant for a
     * job whose results are deleted.
     */
    default Progress ticksOnly() {
        Progress all = this;
        return new Progress() {
            @Override
            public void say(String line) {}

            @Override
            public void tick(Supplier<String> line) {
                all.tick(line);
            }

            @Override
            public Map<String, String> jobSettings(long records) {
                return all.jobSettings(records);
            }
        };
    }
}
