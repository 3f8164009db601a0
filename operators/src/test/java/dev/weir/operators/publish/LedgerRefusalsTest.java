package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests which starts are refused, and with which code, and that nothing becomes visible then. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class LedgerRefusalsTest extends LedgerJobs {

    @Test
    void an_old_state_is_refused_as_is_an_empty_one() throws Exception {
        Attempt attempt = begin(null);
        Checkpoint old = step(attempt, 1);
        step(attempt, 2);
        Checkpoint newest = step(attempt, 3);
        attempt.abandon();
        assertRefused("LEDGER_AHEAD", () -> begin(old));
        assertRefused("LEDGER_AHEAD", () -> begin(null));
        step(begin(newest), 4);
        assertThat(world.values()).hasSize(8);
    }

    /** Silence is an outcome of noise, so a window in which no key was announced must not be drawn again. */
    @Test
    void a_state_from_before_a_window_of_silence_is_refused_as_is_an_empty_one_and_nothing_is_shown() throws Exception {
        Attempt attempt = begin(null);
        attempt.keepSilent();
        Checkpoint old = attempt.snapshot(1);
        attempt.complete(1);
        attempt.keepSilent();
        attempt.snapshot(2);
        attempt.complete(2);
        assertThat(Objects.requireNonNull(world.gauges.get("publishedUntilMs")).getValue())
                .isEqualTo(2 * 3_600_000L);
        Checkpoint newest = attempt.snapshot(3);
        attempt.abandon();
        assertRefused("LEDGER_AHEAD", () -> begin(old));
        assertRefused("LEDGER_AHEAD", () -> begin(null));
        begin(newest);
        assertThat(world.closedWindows()).containsExactly("test/q/1//3600000", "test/q/1//7200000");
        assertThat(world.visible).isEmpty();
        assertThat(world.audit().view().broken()).isEmpty();
    }

    @Test
    void a_ledger_that_has_lost_its_end_is_refused_as_is_another_one() throws Exception {
        Attempt attempt = begin(null);
        step(attempt, 1);
        Checkpoint newest = step(attempt, 2);
        attempt.complete(2);
        Checkpoint idle = attempt.snapshot(3);
        attempt.abandon();
        deleteLog(1);
        assertRefused("LEDGER_BEHIND", () -> begin(idle));
        deleteLog(Integer.MAX_VALUE);
        assertRefused("LEDGER_BEHIND", () -> begin(newest));
        begin(null).abandon();
        assertRefused("LEDGER_FORK", () -> begin(idle));
    }

    @Test
    void a_state_whose_history_parted_from_the_ledgers_is_refused() throws Exception {
        Attempt attempt = begin(null);
        Checkpoint common = step(attempt, 1);
        attempt.release();
        Checkpoint parted = attempt.snapshot(2);
        attempt.abandon();
        step(begin(common), 2);
        begun.forEach(Attempt::abandon);
        assertRefused("LEDGER_FORK", () -> begin(parted));
    }

    @Test
    void a_damaged_ledger_is_refused() throws Exception {
        Checkpoint newest = step(begin(null), 1);
        begun.forEach(Attempt::abandon);
        Path log = folder.resolve(World.PLAN.domain()).resolve("log");
        try (Stream<Path> files = Files.list(log)) {
            Path last = files.max(Comparator.naturalOrder()).orElseThrow();
            byte[] bytes = Files.readAllBytes(last);
            bytes[bytes.length / 2] ^= 1;
            Files.write(last, bytes);
        }
        assertRefused("LEDGER_BROKEN", () -> begin(newest));
    }

    @Test
    void a_second_run_is_refused_while_the_first_lives_and_disturbs_nobody() throws Exception {
        Attempt first = begin(null);
        Checkpoint newest = step(first, 1);
        assertRefused("LEDGER_OWNED", () -> begin(newest));
        assertRefused("LEDGER_OWNED", () -> begin(null));
        step(first, 2);
        assertThat(world.values()).hasSize(4);
    }

    /** A copy of the job starts while the owner seems dead. It fences the owner, which then ends permanently. */
    @Test
    void a_run_that_was_fenced_ends_for_good() throws Exception {
        Attempt first = begin(null);
        Checkpoint newest = step(first, 1);
        deleteSignsOfLife();
        Attempt clone = begin(newest);
        first.release();
        first.snapshot(2);
        assertRefused("LEDGER_OWNED", () -> first.complete(2));
        step(clone, 2);
        assertThat(world.audit().view().broken()).isEmpty();
        assertThat(world.values()).hasSize(4);
    }

    /** An idle run writes nothing that would be refused. */
    @Test
    void an_idle_run_that_was_fenced_notices_and_ends_for_good() throws Exception {
        Attempt first = begin(null);
        Checkpoint newest = step(first, 1);
        deleteSignsOfLife();
        Attempt clone = begin(newest);
        assertRefused("LEDGER_OWNED", () -> completeIdly(first));
        step(clone, 2);
        assertThat(world.values()).hasSize(4);
    }

    private static void completeIdly(Attempt attempt) throws Exception {
        for (int checkpoint = 2; checkpoint < 150; checkpoint++) {
            attempt.snapshot(checkpoint);
            attempt.complete(checkpoint);
            Thread.sleep(200);
        }
    }

    /** A failover starts the next attempt before the older one notices; the older one must not stop the run. */
    @Test
    void a_later_attempt_of_the_same_run_takes_over_at_once_and_only_the_older_attempt_ends() throws Exception {
        Job job = Job.in(world);
        Attempt first = begin(job, null);
        Checkpoint newest = step(first, 1);
        Attempt second = begin(job, newest);
        first.release();
        first.snapshot(2);
        assertThatThrownBy(() -> first.complete(2))
                .isNotInstanceOf(SuppressRestartsException.class)
                .hasMessageContaining("LEDGER_SUPERSEDED");
        step(second, 2);
        assertThat(world.values()).hasSize(4);
        assertThat(world.uncovered).isEmpty();
    }

    @Test
    void another_pipeline_with_a_query_of_the_same_name_is_refused() throws Exception {
        Attempt first = begin(null);
        step(first, 1);
        assertThat(new LedgerLook(LedgerAccess.ofOnly(world.place(), "other"), World.PLAN, Schedule.startingAt(0))
                        .look(Optional.empty(), false, Optional.empty())
                        .refusal())
                .hasValueSatisfying(refusal -> assertThat(refusal).hasMessageStartingWith("LEDGER_QUERY: query q"));
    }

    @Test
    void a_job_starts_only_if_its_ledger_can_be_reached() {
        world.faults.ledgerIsDown(true);
        assertThatThrownBy(() -> begin(null)).isInstanceOf(IOException.class).hasMessage("the ledger is down");
    }
}
