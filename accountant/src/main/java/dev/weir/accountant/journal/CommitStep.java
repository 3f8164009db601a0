package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;

/** What a {@link Committer} has to do next. */
public sealed interface CommitStep {

    /** Nothing, until a checkpoint closes a batch or completes. */
    record Wait() implements CommitStep {}

    /**
     * Write the rows of this batch and its seal in one transaction under the pipeline's id; answer with {@link
     * Committer#written}, {@link Committer#fenced} or {@link Committer#unknown}.
     *
     * @param seal what follows the rows
     */
    record Write(BatchSeal seal) implements CommitStep {}

    /**
     * Write this in one transaction under the pipeline's id; answer with {@link Committer#confirmed}, {@link Committer#fenced} or
     * {@link Committer#unknown}.
     *
     * @param confirmation how far the pipeline's chain has come
     */
    record Confirm(Confirmation confirmation) implements CommitStep {}

    /**
     * Publish the copies of a batch that is in the ledger, byte for byte; answer with {@link Committer#published} once they
     * are durable, and repeat the same copies until they are.
     *
     * @param batch which
     */
    record Publish(Batch batch) implements CommitStep {}

    /**
     * Run {@link Start#resuming} with the committer's present state; answer with {@link Committer#resumed}, or end if it
     * refuses.
     *
     * @param owner the number of the present ownership
     */
    record StartAgain(long owner) implements CommitStep {}

    /** Read the ledger, and end for the reason that {@link Committer#ended} gives; nothing more is written or published. */
    record End() implements CommitStep {}

    /**
     * End; nothing more is written or published.
     *
     * @param refusal why
     */
    record Stop(Refusal refusal) implements CommitStep {}
}
