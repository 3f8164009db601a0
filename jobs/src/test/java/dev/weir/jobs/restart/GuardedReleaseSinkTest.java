package dev.weir.jobs.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GuardedReleaseSinkTest {

    private final List<Long> shown = new ArrayList<>();
    private boolean broken;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path checkpoints;

    @Test
    void state_that_knows_what_was_published_goes_on() throws Exception {
        ReleaseSink first = open();
        first.resume(0);
        first.publish(1, List.of());
        first.publish(2, List.of());
        open().resume(2);
        open().resume(7);
        open().publish(2, List.of());
        assertThat(shown).containsExactly(1L, 2L, 2L);
        open().resume(2);
    }

    @Test
    void older_state_and_none_are_refused_for_good() throws Exception {
        for (long number = 1; number <= 12; number++) {
            open().publish(number, List.of());
        }
        for (long last : new long[] {0, 9, 11}) {
            assertThatThrownBy(() -> open().resume(last))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining(
                            "STATE_LOST: the state ends with batch " + last + ", but batch 12 has been published");
        }
    }

    /** A savepoint that closed a batch, and a job that went on from the checkpoint before it and drew that batch again. */
    @Test
    void another_batch_under_a_number_that_was_published_is_refused() throws Exception {
        open().publish(1, List.of(row("1")));
        open().publish(2, List.of(row("2")));
        open().resume(2);
        open().publish(1, List.of(row("1")));
        assertThatThrownBy(() -> open().publish(2, List.of(row("3"))))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST: another batch 2 has been published");
        assertThat(shown).containsExactly(1L, 2L, 1L);
    }

    @Test
    void only_the_last_batches_are_remembered() throws Exception {
        for (long number = 1; number <= 200; number++) {
            open().publish(number, List.of(row("x")));
        }
        assertThat(checkpoints.resolve("weir-published").toFile().list()).hasSize(64);
        assertThatThrownBy(() -> open().resume(199)).hasStackTraceContaining("batch 200 has been published");
    }

    private static PublishedRow row(String line) {
        return new PublishedRow(
                Outcome.Kind.RELEASED, 0, 1, "q", "k", "d/q/1/k/1", 0, line.getBytes(StandardCharsets.UTF_8));
    }

    /** It may have become visible in part. */
    @Test
    void a_batch_that_fails_counts_as_published() {
        broken = true;
        assertThatThrownBy(() -> open().publish(1, List.of())).hasMessage("broken");
        assertThatThrownBy(() -> open().resume(0)).hasStackTraceContaining("STATE_LOST");
    }

    private ReleaseSink open() throws Exception {
        PublishedMark mark = PublishedMark.beside(checkpoints.toUri().toString());
        return new GuardedReleaseSink.Factory(Shown::new, mark).open();
    }

    private final class Shown implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            shown.add(number);
        }

        @Override
        public void close() {}
    }
}
