package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts jobs of a {@link World}, and ends them after each test. */
abstract class LedgerJobs {

    @TempDir
    Path folder = Path.of("");

    World world = new World(Path.of(""));

    final List<Attempt> begun = new ArrayList<>();

    @BeforeEach
    void make() {
        world.forget();
        world = new World(folder);
    }

    @AfterEach
    void close() {
        begun.forEach(Attempt::abandon);
        world.forget();
    }

    /** Begins an attempt of a new run, as if the job had been submitted again. */
    Attempt begin(@Nullable Checkpoint from) throws Exception {
        return begin(Job.in(world), from);
    }

    Attempt begin(Job job, @Nullable Checkpoint from) throws Exception {
        Attempt attempt = Attempt.of(world, job, from);
        begun.add(attempt);
        return attempt;
    }

    /** Releases an hour and completes its checkpoint. */
    static Checkpoint step(Attempt attempt, long checkpoint) throws Exception {
        attempt.release();
        Checkpoint taken = attempt.snapshot(checkpoint);
        attempt.complete(checkpoint);
        return taken;
    }

    void assertRefused(String code, ThrowingCallable start) {
        int before = world.values().size();
        assertThatThrownBy(start)
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("StartRefused: " + code);
        assertThat(world.values()).hasSize(before);
    }

    void deleteLog(int newest) throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve(World.PLAN.domain()).resolve("log"))) {
            for (Path file :
                    files.sorted(Comparator.reverseOrder()).limit(newest).toList()) {
                Files.delete(file);
            }
        }
    }

    void deleteSignsOfLife() throws Exception {
        Files.deleteIfExists(
                folder.resolve(World.PLAN.domain()).resolve("alive").resolve(World.PIPELINE));
    }
}
