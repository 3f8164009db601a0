package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.Outlet;
import dev.weir.operators.publish.Row;
import dev.weir.operators.tally.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GuardedOutletTest {

    private final List<Long> shown = new ArrayList<>();
    private boolean broken;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path checkpoints;

    @Test
    void state_that_knows_what_was_published_goes_on() throws Exception {
        Outlet first = open();
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
        assertThat(checkpoints.resolve("weir-published")).isDirectoryContaining("glob:**/12");
        assertThat(checkpoints.resolve("weir-published").toFile().list()).hasSize(1);
    }

    /** It may have become visible in part. */
    @Test
    void a_batch_that_fails_counts_as_published() {
        broken = true;
        assertThatThrownBy(() -> open().publish(1, List.of())).hasMessage("broken");
        assertThatThrownBy(() -> open().resume(0)).hasStackTraceContaining("STATE_LOST");
    }

    private Outlet open() throws Exception {
        PublishedMark mark = PublishedMark.beside(checkpoints.toUri().toString());
        return new GuardedOutlet.Factory(Shown::new, mark).open();
    }

    private final class Shown implements Outlet {

        @Override
        public void publish(long number, List<Row> rows) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            shown.add(number);
        }

        @Override
        public void counters(Tally totals) {}

        @Override
        public void close() {}
    }
}
