package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.Grant;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.publish.Faults.Fault;
import dev.weir.operators.publish.Faults.Kind;
import dev.weir.operators.publish.Faults.Moment;
import dev.weir.operators.publish.Faults.Point;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerPublishOperatorTest {

    private static final Grant.Limits LIMITS = new Grant.Limits(World.PLAN.unit(), 0, Closing.NOTHING);

    @TempDir
    Path folder = Path.of("");

    private World world = new World(Path.of(""));
    private final List<Attempt> begun = new ArrayList<>();

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

    /** A run of its own, as if somebody had submitted the job again. */
    private Attempt begin(@Nullable Checkpoint from) throws Exception {
        return begin(Job.in(world), from);
    }

    private Attempt begin(Job job, @Nullable Checkpoint from) throws Exception {
        Attempt attempt = Attempt.of(world, job, from);
        begun.add(attempt);
        return attempt;
    }

    /** Releases an hour and completes its checkpoint. */
    private static Checkpoint step(Attempt attempt, long checkpoint) throws Exception {
        attempt.release();
        Checkpoint taken = attempt.snapshot(checkpoint);
        attempt.complete(checkpoint);
        return taken;
    }

    private void assertRefused(String code, ThrowingCallable start) {
        int before = world.values().size();
        assertThatThrownBy(start)
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("StartRefused: " + code);
        assertThat(world.values()).hasSize(before);
    }

    @Test
    void nothing_is_written_or_shown_before_the_checkpoint_that_holds_it_has_completed() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        assertThat(world.ledger()).isEmpty();
        assertThat(world.visible).isEmpty();
        attempt.complete(1);
        assertThat(world.ledger()).hasSize(2);
        assertThat(world.values()).hasSize(2);
        assertThat(world.uncovered).isEmpty();
    }

    @Test
    void a_checkpoint_without_rows_closes_no_batch() throws Exception {
        Attempt attempt = begin(null);
        step(attempt, 1);
        int before = world.records().size();
        attempt.snapshot(2);
        attempt.complete(2);
        assertThat(world.records()).hasSize(before);
    }

    @Test
    void a_batch_whose_callback_was_lost_goes_with_the_next() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        attempt.snapshot(2);
        attempt.complete(2);
        assertThat(world.values()).hasSize(4);
        assertThat(world.audit().view().pipeline(World.PIPELINE).tip().sequence())
                .isEqualTo(2);
    }

    @Test
    void a_restored_batch_is_published_at_once_with_the_bytes_of_its_first_draw() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        Checkpoint taken = attempt.snapshot(1);
        attempt.abandon();
        begin(taken);
        List<String> first = List.copyOf(world.visible);
        assertThat(first).hasSize(2);
        begun.forEach(Attempt::abandon);
        begin(taken);
        assertThat(world.visible).hasSize(4).isSubsetOf(first);
    }

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

    private void deleteLog(int newest) throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve(World.PLAN.domain()).resolve("log"))) {
            for (Path file :
                    files.sorted(Comparator.reverseOrder()).limit(newest).toList()) {
                Files.delete(file);
            }
        }
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

    /** The clone looks while the owner seems dead: then it fences it, and the owner ends for good. */
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

    /** A failover starts the next attempt before the older one knows; the older one does not stop the run. */
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

    private void deleteSignsOfLife() throws Exception {
        Files.deleteIfExists(
                folder.resolve(World.PLAN.domain()).resolve("alive").resolve(World.PIPELINE));
    }

    @Test
    void another_pipeline_with_a_query_of_the_same_name_is_refused() throws Exception {
        Attempt first = begin(null);
        step(first, 1);
        assertThat(new LedgerLook(LedgerAccess.ofOnly(world.place(), "other"), World.PLAN, Schedule.startingAt(0))
                        .refusal(false))
                .hasValueSatisfying(refusal -> assertThat(refusal).hasMessageStartingWith("LEDGER_QUERY: query q"));
    }

    @Test
    void a_write_with_an_unknown_outcome_is_settled_by_a_start_and_each_batch_is_there_once() throws Exception {
        for (Moment moment : Moment.values()) {
            Attempt attempt = begin(null);
            world.faults.plan(new Fault(Point.WRITE_PIPELINE, moment, Kind.UNKNOWN, 0));
            step(attempt, 1);
            Checkpoint newest = step(attempt, 2);
            attempt.snapshot(3);
            attempt.complete(3);
            assertThat(world.faults.hasHappened()).isTrue();
            world.awaitValues(4);
            assertThat(world.visible).hasSize(4).doesNotHaveDuplicates();
            assertThat(world.audit().view().broken()).isEmpty();
            assertThat(newest.hour()).isEqualTo(2);
            close();
            deleteLog(Integer.MAX_VALUE);
            world = new World(folder);
        }
    }

    /** Nothing is published, checkpoints and rows go on, and when the ledger is back everything comes in its order. */
    @Test
    void releases_are_held_while_the_ledger_cannot_be_reached() throws Exception {
        Attempt attempt = begin(null);
        world.faults.ledgerIsDown(true);
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            step(attempt, checkpoint);
        }
        assertThat(world.visible).isEmpty();
        assertThat(world.ledger()).isEmpty();
        world.faults.ledgerIsDown(false);
        world.awaitValues(6);
        assertThat(world.visible)
                .hasSize(6)
                .extracting(value -> value.substring(0, value.indexOf('=')))
                .containsExactly(
                        "test/q/1/a/3600000",
                        "test/q/1/b/3600000",
                        "test/q/1/a/7200000",
                        "test/q/1/b/7200000",
                        "test/q/1/a/10800000",
                        "test/q/1/b/10800000");
        assertThat(world.uncovered).isEmpty();
    }

    @Test
    void a_job_starts_only_if_its_ledger_can_be_reached() {
        world.faults.ledgerIsDown(true);
        assertThatThrownBy(() -> begin(null)).isInstanceOf(IOException.class).hasMessage("the ledger is down");
    }

    @Test
    void a_job_that_ends_by_itself_lets_its_claim_end_and_can_go_on_later() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.finish();
        Checkpoint last = attempt.snapshot(1);
        attempt.complete(1);
        attempt.end();
        assertThat(world.audit().view().pipeline(World.PIPELINE).owner().active())
                .isFalse();
        step(begin(last), 2);
        assertThat(world.values()).hasSize(4);
        assertThat(world.audit().view().broken()).isEmpty();
    }

    @Test
    void a_step_of_many_keys_closes_as_several_batches_of_the_same_bytes_in_every_checkpoint() throws Exception {
        OpenRows open = new OpenRows("p", LIMITS);
        int rows = OpenRows.MOST_ROWS + 5;
        for (int key = 0; key < rows; key++) {
            open.add(Attempt.row("k" + key, 1));
        }
        var origin = ChainOrigin.ofPipeline("test", "p");
        List<LedgerBatch> batches = open.close(origin);
        assertThat(batches).extracting(batch -> batch.batch().rows()).containsExactly(OpenRows.MOST_ROWS, 5);
        LedgerBatch restored =
                LedgerBatch.restored(batches.get(1).batch(), batches.get(1).bytes());
        assertThat(restored.rows())
                .extracting(row -> row.releaseId() + new String(row.line(), StandardCharsets.UTF_8))
                .containsExactlyElementsOf(batches.get(1).rows().stream()
                        .map(row -> row.releaseId() + new String(row.line(), StandardCharsets.UTF_8))
                        .toList());
        assertThat(open.close(batches.get(1).batch().tip())).isEmpty();
    }
}
