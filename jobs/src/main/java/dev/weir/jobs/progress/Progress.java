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
     * Offers a message about the progress. It is called as often as there is something new; the receiver decides how
     * often it is printed.
     *
     * @param line is asked for the message only if it is printed
     */
    default void tick(Supplier<String> line) {}

    /**
     * Flink settings by which a job tells its own progress; none where nobody wants to know.
     *
     * @param records how many records the job will read, at least 0; 0 where that is not known
     */
    default Map<String, String> jobSettings(long records) {
        return Map.of();
    }

    /** A receiver of the progress alone, without messages about results, for a job whose results are deleted. */
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
