package dev.weir.jobs.progress;

import java.util.Map;
import java.util.function.Supplier;

/** Takes what a long command says while it works, for the console. */
@FunctionalInterface
public interface Progress {

    /** Says what has been done, one line. */
    void say(String line);

    /**
     * May say how far the work is. Called as often as there is something new; whoever listens decides how often it is said.
     *
     * @param line is asked for the line only if it is said
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

    /** How far the work is, without what it says of results, for a job whose results do not stay. */
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
