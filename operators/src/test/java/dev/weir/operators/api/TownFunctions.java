package dev.weir.operators.api;

import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.flink.api.common.functions.MapFunction;

/** The source and the sinks of a {@link Town}. */
final class TownFunctions {

    private TownFunctions() {}

    /** A function with access to its town. */
    abstract static class InTown<I, O> implements MapFunction<I, O> {

        private static final long serialVersionUID = 1L;

        private final String run;
        private final String directory;
        final Town.Crash crash;

        InTown(Town town) {
            run = town.run();
            directory = town.directory().toString();
            crash = town.crash();
        }

        Town.Seen seen() {
            return Objects.requireNonNull(Town.RUNS.get(run));
        }

        boolean isNoCheckpointComplete() throws IOException {
            return Folders.filesBelow(Path.of(directory)).stream().noneMatch(file -> file.endsWith("_metadata"));
        }
    }

    /** Generates visits, slowly enough for several checkpoints. */
    static final class Visits extends InTown<Long, Visit> {

        private static final long serialVersionUID = 1L;

        Visits(Town town) {
            super(town);
        }

        @Override
        public Visit map(Long number) throws InterruptedException {
            if (number % 50 == 0 && !seen().failed.get()) {
                Thread.sleep(60);
            }
            if (crash == Town.Crash.INPUT && !seen().releases.isEmpty()) {
                seen().failOnce();
            }
            return new Visit(number);
        }
    }

    /** Checks that a release is seen only after its checkpoint is complete, which is when its metadata has been written. */
    static final class Watch extends InTown<Release, Void> {

        private static final long serialVersionUID = 1L;

        Watch(Town town) {
            super(town);
        }

        @Override
        @SuppressWarnings("NullAway") // a value of type Void is null
        public Void map(Release release) throws IOException {
            if (isNoCheckpointComplete()) {
                seen().beforeAnyCheckpoint.add(release);
            }
            seen().releases.add(release);
            if (crash == Town.Crash.SINK && seen().releases.size() > 20) {
                seen().failOnce();
            }
            return null;
        }
    }

    static final class WatchWithheld extends InTown<Withheld, Void> {

        private static final long serialVersionUID = 1L;

        WatchWithheld(Town town) {
            super(town);
        }

        @Override
        @SuppressWarnings("NullAway") // a value of type Void is null
        public Void map(Withheld withheld) {
            seen().withheld.add(withheld);
            return null;
        }
    }
}
