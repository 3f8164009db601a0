package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.testing.Completion;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.SavepointType;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the publisher with a ledger that remembers nothing: whatever needs no memory works as with any other ledger. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WithoutLedgerTest extends ForgetfulJobs {

    /** Seconds, fewer than the ten that the operator waits. A call that returns sooner has not run out of patience. */
    private static final long LESS_THAN_PATIENCE = 8;

    @Test
    void nothing_is_shown_before_the_checkpoint_that_holds_it_has_completed() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        release(0, 0, 2, 8);
        assertThat(SHOWN).isEmpty();
        Completion.settled(harness, 1);
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
        Completion.settled(harness, 1);
        assertThat(SHOWN).hasSize(1);
    }

    @Test
    void rows_arrive_while_a_batch_is_published_and_the_next_batch_waits_for_it() throws Exception {
        ready = new Semaphore(0);
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        told(1).get(LESS_THAN_PATIENCE, TimeUnit.SECONDS);
        release(0, 0, 2, 8);
        harness.snapshot(2, 2);
        CompletableFuture<Void> next = told(2);
        assertThatThrownBy(() -> next.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        ready.release();
        next.get(LESS_THAN_PATIENCE, TimeUnit.SECONDS);
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
        ready.release();
        told(2).get();
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8");
    }

    /** A task that stops with a savepoint ends as soon as it has been told that the savepoint is complete. */
    @Test
    void the_batch_of_a_savepoint_is_published_before_the_task_may_end() throws Exception {
        ready = new Semaphore(0);
        release(0, 0, 1, 7);
        harness.snapshotWithLocalState(1, 1, SavepointType.suspend(SavepointFormatType.CANONICAL));
        CompletableFuture<Void> stopped = told(1);
        assertThatThrownBy(() -> stopped.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        ready.release();
        stopped.get();
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
    }

    /** Tells the operator in another thread that a checkpoint has completed. */
    private CompletableFuture<Void> told(long checkpoint) {
        return CompletableFuture.runAsync(() -> {
            try {
                harness.notifyOfCompletedCheckpoint(checkpoint);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void a_batch_of_an_aborted_checkpoint_goes_with_the_next() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        release(0, 0, 2, 8);
        harness.snapshot(2, 2);
        release(0, 0, 3, 9);
        harness.snapshot(3, 3);
        Completion.settled(harness, 2);
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8");
        Completion.settled(harness, 3);
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8", "3: q/a/3=9");
    }

    @Test
    void rows_of_a_batch_are_shown_by_window_query_and_key_whatever_the_order_they_came_in() throws Exception {
        release(0, 1, 2, 1);
        release(1, 0, 2, 2);
        release(0, 0, 2, 3);
        release(0, 1, 1, 4);
        harness.snapshot(1, 1);
        Completion.settled(harness, 1);
        assertThat(SHOWN).containsExactly("1: q/b/1=4", "1: p/a/2=2", "1: q/a/2=3", "1: q/b/2=1");
    }

    /** No ledger can tell that all of this has been published before. */
    @Test
    void restored_batches_are_shown_at_once_with_the_same_numbers_and_bytes_as_often_as_they_are_restored()
            throws Exception {
        release(0, 1, 1, 7);
        OperatorSubtaskState first = harness.snapshot(1, 1);
        release(0, 0, 1, 8);
        OperatorSubtaskState second = harness.snapshot(2, 2);
        restart(second);
        assertThat(SHOWN).containsExactly("next 1", "1: q/b/1=7", "2: q/a/1=8");
        OperatorSubtaskState third = harness.snapshot(3, 3);
        SHOWN.clear();
        restart(third);
        assertThat(SHOWN).containsExactly("next 3");
        release(0, 0, 2, 9);
        harness.snapshot(4, 4);
        Completion.settled(harness, 4);
        assertThat(SHOWN).containsExactly("next 3", "3: q/a/2=9");
        SHOWN.clear();
        restart(first);
        assertThat(SHOWN).containsExactly("next 1", "1: q/b/1=7");
    }

    @Test
    void a_row_that_came_after_the_checkpoint_is_not_in_it() throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        restart(state);
        assertThat(SHOWN).containsExactly("next 1");
    }

    @Test
    void a_sink_that_fails_keeps_its_rows() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        broken = true;
        assertThatThrownBy(() -> Completion.settled(harness, 1)).hasStackTraceContaining("the sink is down");
        OperatorSubtaskState state = harness.snapshot(2, 2);
        assertThat(SHOWN).isEmpty();
        broken = false;
        restart(state);
        assertThat(SHOWN).containsExactly("next 1", "1: q/a/1=7");
    }

    @Test
    void the_sink_is_told_of_the_last_batch_once_the_final_checkpoint_has_completed() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        harness.endInput();
        release(0, 0, 2, 8);
        harness.getOperator().finish();
        Completion.settled(harness, 1);
        harness.snapshot(2, 2);
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
        ready = new Semaphore(0);
        CompletableFuture<Void> last = told(2);
        assertThatThrownBy(() -> last.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        ready.release();
        last.get();
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8", "end 2");
    }

    @Test
    void the_sink_of_a_job_without_rows_is_told_of_its_end() throws Exception {
        harness.endInput();
        harness.getOperator().finish();
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).containsExactly("end 0");
    }

    @Test
    void an_operator_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> restart(OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    /**
     * The state is refused whether it has published anything or not, because a ledger that began with it would have no record
     * of that.
     */
    @Test
    void a_job_with_a_ledger_refuses_the_state(@TempDir Path folder) throws Exception {
        OperatorSubtaskState empty = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        OperatorSubtaskState pending = harness.snapshot(2, 2);
        Completion.settled(harness, 2);
        OperatorSubtaskState published = harness.snapshot(3, 3);
        LedgerAccess ledger =
                LedgerAccess.ofOnly(DirectoryLedger.at(folder.toUri().toString()), "p");
        for (OperatorSubtaskState state : List.of(empty, pending, published)) {
            assertThatThrownBy(() -> start(ledger, state))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("STATE_UNUSABLE: the state belongs to a job without a ledger");
        }
    }

    /** Any other ledger must remember: what a start writes must be there when it reads again. */
    @Test
    void no_other_ledger_is_excused_from_remembering() {
        LedgerAccess disguised = LedgerAccess.ofOnly((domain, pipeline) -> NONE.open(PLAN), "p");
        assertThat(NONE.remembers()).isFalse();
        assertThat(disguised.remembers()).isTrue();
        assertThatThrownBy(() -> start(disguised, null))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("LEDGER_BEHIND");
    }
}
