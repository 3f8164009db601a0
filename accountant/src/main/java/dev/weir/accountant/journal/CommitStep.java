package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;

/** The next action that a {@link Committer} asks for. */
public sealed interface CommitStep {

    /** Do nothing until a checkpoint closes a batch or completes. */
    record Wait() implements CommitStep {}

    /**
     * Write the rows of a batch and its seal in one transaction under the pipeline's id; answer with {@link
     * Committer#written}, {@link Committer#fenced} or {@link Committer#unknown}.
     *
     * @param seal the record that follows the rows; it contains the batch
     */
    record Write(BatchSeal seal) implements CommitStep {}

    /**
     * Write a confirmation in one transaction under the pipeline's id; answer with {@link Committer#confirmed}, {@link Committer#fenced} or
     * {@link Committer#unknown}.
     *
     * @param confirmation the record to write; it states the tip of the pipeline's chain
     */
    record Confirm(Confirmation confirmation) implements CommitStep {}

    /**
     * Publish the copies of a batch that is in the ledger, byte for byte. Answer with {@link Committer#published} once
     * they are durable; until then repeat the same copies.
     *
     * @param batch the batch to copy
     */
    record Publish(Batch batch) implements CommitStep {}

    /**
     * Run {@link Start#resuming} with {@link Committer#stateInLedger}; answer with {@link Committer#resumed}, or end if the start refuses.
     *
     * @param owner the number of the present ownership
     */
    record StartAgain(long owner) implements CommitStep {}

    /** Read the ledger and end with the reason that {@link Committer#ended} gives; write and publish nothing more. */
    record End() implements CommitStep {}

    /**
     * End with a given reason; write and publish nothing more.
     *
     * @param refusal the reason
     */
    record Stop(Refusal refusal) implements CommitStep {}
}
