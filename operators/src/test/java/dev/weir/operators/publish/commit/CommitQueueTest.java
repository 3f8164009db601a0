package dev.weir.operators.publish.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.publish.batch.OpenRows;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Timeout(300)
class CommitQueueTest {

    private static final ChainTip ORIGIN = ChainOrigin.ofPipeline("test", "p");

    /** Returns a queue in which the batch of one checkpoint is due, with a bound on the bytes that may be held. */
    private static CommitQueue due(long mostHeldBytes) throws Exception {
        ResumePoint.Limits limits = new ResumePoint.Limits(PrivacyUnit.USER_PER_DAY, 0, Closing.NOTHING);
        JournalState empty = new JournalState(ORIGIN, List.of(), ORIGIN, Long.MIN_VALUE);
        ResumePoint resumePoint = new ResumePoint(2, empty, ORIGIN, limits, false);
        CommitQueue queue = new CommitQueue(Committer.of("p", resumePoint), List.of(), mostHeldBytes);
        OpenRows open = new OpenRows("p", limits);
        open.add(LedgerEncoding.encode(
                new PublishedRow(Outcome.Kind.RELEASED, 0, 1, "q", "a", "test/q/1/a/1", 1, new byte[1])));
        queue.add(open.close(ORIGIN).get(0), 1);
        queue.complete(1);
        return queue;
    }

    @Test
    void what_is_held_within_the_bound_does_not_make_the_operator_wait() throws Exception {
        CommitQueue queue = due(1 << 20);
        queue.hold(true);
        queue.settle(false);
        assertThat(queue.heldBatches()).isEqualTo(1);
    }

    @Test
    void beyond_the_bound_and_at_the_end_the_operator_waits_until_the_batch_is_published() throws Exception {
        for (boolean toTheEnd : new boolean[] {false, true}) {
            CommitQueue queue = due(toTheEnd ? 1 << 20 : 10);
            queue.hold(true);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> settle(queue, toTheEnd));
            assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            queue.answer(Committer::written);
            queue.published();
            waiting.get();
            assertThat(queue.snapshot().batches()).isEmpty();
        }
    }

    @Test
    void whoever_waits_hears_why_committing_has_ended() throws Exception {
        CommitQueue queue = due(10);
        queue.fail(new IOException("fenced"));
        assertThatThrownBy(() -> queue.settle(true))
                .isInstanceOf(IOException.class)
                .hasMessage("fenced");
    }

    private static void settle(CommitQueue queue, boolean toTheEnd) {
        try {
            queue.settle(toTheEnd);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
