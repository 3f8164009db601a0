package dev.weir.operators.publish.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.batch.OpenRows;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(300)
class SnapshotWorkTest {

    private static final ChainTip ORIGIN = ChainOrigin.ofPipeline("test", "p");
    private static final ResumePoint.Limits LIMITS =
            new ResumePoint.Limits(PrivacyUnit.USER_PER_DAY, 0, Closing.NOTHING);

    private final CommitQueue queue = queue();
    private final List<String> lines = new ArrayList<>();
    private long published;

    private static CommitQueue queue() {
        JournalState empty = new JournalState(ORIGIN, List.of(), ORIGIN, Long.MIN_VALUE);
        ResumePoint resumePoint = new ResumePoint(2, empty, ORIGIN, LIMITS, false);
        return new CommitQueue(Committer.of("p", resumePoint), List.of(), 1 << 20);
    }

    /** Returns the work of a pipeline whose snapshot is due, with the given opening of its ledger. */
    private SnapshotWork due(Callable<Ledger> ledger) {
        SnapshotWork.Opening opening = new SnapshotWork.Opening() {

            @Override
            public Ledger open() throws IOException {
                try {
                    return ledger.call();
                } catch (IOException | RuntimeException e) {
                    throw e;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void tell(String line) {
                lines.add(line);
            }
        };
        return new SnapshotWork(queue, opening, "test", new SnapshotWork.Interval(1, 1));
    }

    /** Returns a ledger that has one record, which is none of Weir. */
    private static Ledger foreign() {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("read")) {
                        ((LedgerRecords) arguments[0]).accept(new byte[] {42});
                    }
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    }

    private static Ledger outOfMemory() {
        throw new OutOfMemoryError("on purpose");
    }

    private static Ledger refused() {
        throw new StartRefused(StartRefused.Code.LEDGER_BEHIND, "on purpose").asFailure();
    }

    private static Ledger unreachable() throws IOException {
        throw new IOException("on purpose");
    }

    @Test
    void whatever_keeps_a_snapshot_from_being_written_is_told_and_does_not_end_the_job() throws Exception {
        Map<String, Callable<Ledger>> reasons = Map.of(
                "OutOfMemoryError", SnapshotWorkTest::outOfMemory,
                "LEDGER_BEHIND", SnapshotWorkTest::refused,
                "IOException", SnapshotWorkTest::unreachable,
                "LEDGER_BROKEN: UNREADABLE", SnapshotWorkTest::foreign);
        for (Map.Entry<String, Callable<Ledger>> reason : reasons.entrySet()) {
            lines.clear();
            due(reason.getValue()).doNext();
            assertThat(lines)
                    .containsExactly("no snapshot of the ledger was written (" + reason.getKey()
                            + "); starts read it from the one before");
        }
    }

    /** Publishes batches of one row each. */
    private void publish(long batches) throws Exception {
        for (long batch = 0; batch < batches; batch++) {
            published++;
            OpenRows open = new OpenRows("p", LIMITS);
            String id = "test/q/1/a/" + published;
            open.add(LedgerEncoding.encode(
                    new PublishedRow(Outcome.Kind.RELEASED, published - 1, published, "q", "a", id, 1, new byte[1])));
            queue.add(open.close(queue.committer().state().last()).get(0), published);
            queue.complete(published);
            queue.answer(Committer::written);
            queue.published();
        }
    }

    private static void attempt(SnapshotWork work) {
        try {
            work.doNext();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Requires that the next attempt comes after so many batches more, and not before. */
    private void assertNextAfter(long batches, SnapshotWork work) throws Exception {
        publish(batches - 1);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> attempt(work));
        assertThatThrownBy(() -> waiting.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        publish(1);
        waiting.get();
    }

    @Test
    void attempts_that_go_on_failing_become_rare_until_one_succeeds() throws Exception {
        AtomicBoolean fails = new AtomicBoolean(true);
        SnapshotWork work = due(() -> fails.get() ? unreachable() : LedgerAccess.empty());
        work.doNext();
        for (long gap : List.of(1L, 1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L)) {
            assertNextAfter(gap, work);
        }
        fails.set(false);
        assertNextAfter(64, work);
        assertNextAfter(1, work);
        assertThat(lines).hasSize(10);
    }

    /** A barrier or snapshot of which nobody knows whether it was written may be one that nothing names. */
    @Test
    void a_write_without_an_answer_is_a_failure_and_one_that_is_fenced_is_none() {
        assertThat(attemptWith(Ledger.Result.FENCED)).isEmpty();
        assertThat(attemptWith(Ledger.Result.UNKNOWN)).contains("no answer to a write");
    }

    /** Returns what a writer of snapshots says whose first write has the given outcome. */
    private static Optional<String> attemptWith(Ledger.Result outcome) {
        Ledger ledger = (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("write")) {
                        return outcome;
                    }
                    return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
        try {
            assertThat(SnapshotWork.write(ledger, "test", 0)).isFalse();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
