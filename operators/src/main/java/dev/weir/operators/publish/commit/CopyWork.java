package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.operators.publish.batch.LedgerBatch;
import java.io.IOException;

/**
 * Makes the copies that the {@link Committer} asks for: those of the oldest batch, once it is in the ledger.
 *
 * @param queue the queue that names the work that is due
 * @param sink makes copies visible
 * @param metrics receives what became visible
 */
public record CopyWork(CommitQueue queue, ReleaseSink sink, PublishMetrics metrics) implements CommitLoop.Work {

    @Override
    public void doNext() throws IOException, InterruptedException {
        if (queue.takeForCopies() instanceof CommitStep.Publish due) {
            LedgerBatch batch = queue.rows(due.batch());
            sink.publish(batch.batch().sequence(), metrics.watched(batch.rows()));
            metrics.published(batch);
            queue.published();
        }
    }
}
