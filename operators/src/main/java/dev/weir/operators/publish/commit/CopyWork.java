package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.operators.publish.batch.LedgerBatch;
import java.io.IOException;

/**
 * Makes the copies that the {@link Committer} asks for: the copies of the oldest pending batch, once the ledger
 * contains that batch.
 *
 * @param queue the queue that names the work that is due
 * @param sink the sink that makes copies visible
 * @param metrics the metrics that count the visible rows
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
