package dev.weir.accountant.journal;

import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.privacy.Require;
import java.util.Optional;

/**
 * The protocol of the single writer of a pipeline. Batches are handled oldest first: a batch is written into the ledger once the checkpoint
 * that closed it has completed, then its copies are published. One thread performs the steps of {@link #nextOfLedger} and another one those
 * of {@link #nextOfCopies}, one step at a time. The thread answers each step with the method that the step names, and every answer returns
 * a new value. A batch can thus be written while an earlier one is copied. A copy that is under way may end after the ownership has been
 * lost. This is harmless: its batch is in the ledger, so the next owner makes the same copies.
 *
 * <p>A batch is drawn and closed before its checkpoint, so a later attempt that restores the checkpoint writes the same bytes. The batch is
 * written only after the checkpoint has completed, so no later attempt is restored to a state before the draw. Copies are published only
 * after the ledger has the batch, so a start finds every visible release in the ledger.
 */
public final class Committer {

    private final String pipeline;
    private final ResumePoint resumePoint;
    private final JournalState state;
    private final Progress progress;

    private Committer(String pipeline, ResumePoint resumePoint, JournalState state, Progress progress) {
        this.pipeline = pipeline;
        this.resumePoint = resumePoint;
        this.state = state;
        this.progress = progress;
    }

    private Committer with(JournalState next) {
        return new Committer(pipeline, resumePoint, next, progress);
    }

    private Committer with(Progress next) {
        return new Committer(pipeline, resumePoint, state, next);
    }

    /**
     * The progress of this attempt's writing, and its knowledge of the ownership.
     *
     * @param ledger the tip of the pipeline's chain in the ledger, as far as is known
     * @param checkpoint the latest checkpoint that has completed
     * @param standing the knowledge of the ownership
     * @param foreign the unreadable records that were seen
     */
    record Progress(ChainTip ledger, long checkpoint, Standing standing, Unconfirmed foreign) {

        private Progress at(ChainTip tip) {
            return new Progress(tip, checkpoint, standing, foreign);
        }

        private Progress completed(long latest) {
            return new Progress(ledger, Math.max(checkpoint, latest), standing, foreign);
        }

        private Progress as(Standing next) {
            return new Progress(ledger, checkpoint, next, foreign);
        }

        private Progress with(Unconfirmed next) {
            return new Progress(ledger, checkpoint, standing, next);
        }
    }

    /**
     * Counts the unreadable records that have been seen in the ledger, and those that the pipeline has confirmed not to be its own. A
     * confirmation has as its number the count at the time when it was due, so the confirmation does not cover an unreadable record that is
     * first seen while the confirmation is being written.
     *
     * @param seen the number of unreadable records that have been seen
     * @param confirmed the number of the latest confirmation in the ledger, 0 without one
     */
    record Unconfirmed(long seen, long confirmed) {

        static final Unconfirmed NONE = new Unconfirmed(0, 0);

        private boolean isOpen() {
            return seen > confirmed;
        }
    }

    /**
     * Creates the committer of a pipeline that may start.
     *
     * @param pipeline the name of the pipeline
     * @param resumePoint the result of the start
     */
    public static Committer of(String pipeline, ResumePoint resumePoint) {
        return new Committer(
                pipeline,
                resumePoint,
                resumePoint.state(),
                new Progress(resumePoint.ledger(), 0, Standing.OWNER, Unconfirmed.NONE));
    }

    /** Whether one of the two threads has a step other than {@link CommitStep.Wait} to take now. */
    public boolean isDue() {
        return !(nextOfLedger() instanceof CommitStep.Wait) || !(nextOfCopies() instanceof CommitStep.Wait);
    }

    /**
     * The step that the thread of the ledger has to take now. Batches up to the latest completed checkpoint are written into the ledger
     * without waiting for the copies of earlier ones.
     */
    public CommitStep nextOfLedger() {
        return switch (progress.standing) {
            case UNSETTLED -> new CommitStep.StartAgain(resumePoint.owner());
            case FENCED -> new CommitStep.End();
            case OWNER ->
                progress.foreign.isOpen()
                        ? new CommitStep.Confirm(new Confirmation(
                                progress.ledger, pipeline, resumePoint.owner(), progress.foreign.seen()))
                        : nextBatch();
        };
    }

    private CommitStep nextBatch() {
        return unwritten()
                .filter(oldest -> oldest.checkpoint() <= progress.checkpoint)
                .map(oldest -> write(oldest.batch()))
                .orElseGet(CommitStep.Wait::new);
    }

    /**
     * The step that the thread of the copies has to take now: publish the oldest pending batch that is in the ledger,
     * unless the ownership is lost or uncertain.
     */
    public CommitStep nextOfCopies() {
        return progress.standing == Standing.OWNER && isOldestWritten()
                ? new CommitStep.Publish(state.pending().get(0).batch())
                : new CommitStep.Wait();
    }

    /** Whether the oldest pending batch is in the ledger, as far as is known. */
    boolean isOldestWritten() {
        return !state.pending().isEmpty() && isWritten(state.pending().get(0));
    }

    private boolean isWritten(Pending pending) {
        return pending.batch().sequence() <= progress.ledger.sequence();
    }

    /** The oldest batch that is not in the ledger, as far as is known. */
    private Optional<Pending> unwritten() {
        return state.pending().stream().filter(pending -> !isWritten(pending)).findFirst();
    }

    /**
     * Returns the step for the oldest batch that is not in the ledger. A batch about a closed window or period, or about an unclaimed
     * period, must not be written: the run stops once all earlier batches have been published.
     */
    private CommitStep write(Batch batch) {
        if (resumePoint.limits().admit(batch.span())) {
            return new CommitStep.Write(new BatchSeal(pipeline, resumePoint.owner(), batch));
        }
        return isOldestWritten()
                ? new CommitStep.Wait()
                : new CommitStep.Stop(new Refusal(
                        Code.LEDGER_CLOSED,
                        "batch " + batch.sequence() + " is about a period that is closed or was not claimed"));
    }

    /**
     * Reports that a checkpoint has closed a batch, in the checkpoint's synchronous part.
     *
     * @param batch the batch that follows {@link JournalState#last} of {@link #state}
     * @param checkpoint the checkpoint's number, above 0
     * @throws IllegalArgumentException if the number of the batch is not the next one
     */
    public Committer closed(Batch batch, long checkpoint) {
        return with(state.close(batch, checkpoint));
    }

    /**
     * Reports that a checkpoint has completed, and with it every earlier one.
     *
     * @param checkpoint the checkpoint's number, above 0
     */
    public Committer completed(long checkpoint) {
        return with(progress.completed(checkpoint));
    }

    /** Reports that the batch of the last {@link CommitStep.Write} is in the ledger. */
    public Committer written() {
        return with(progress.at(unwritten().orElseThrow().batch().tip()));
    }

    /** Reports that an unreadable record was seen in the ledger. Readers then need a confirmation of the tip of this pipeline's chain. */
    public Committer unconfirmed() {
        return with(progress.with(new Unconfirmed(progress.foreign.seen() + 1, progress.foreign.confirmed())));
    }

    /**
     * Reports that the confirmation of the last {@link CommitStep.Confirm} is in the ledger.
     *
     * @param number the number of the confirmation; unreadable records that were seen later need another one
     */
    public Committer confirmed(long number) {
        return with(progress.with(new Unconfirmed(progress.foreign.seen(), number)));
    }

    /**
     * Reports that the outcome of writing the batch or confirmation is not known. Nothing more is written or published
     * until a new start has found out who owns the pipeline and what the ledger holds.
     */
    public Committer unknown() {
        return with(progress.as(Standing.UNSETTLED));
    }

    /**
     * Reports that another process has taken the pipeline's id, so that nothing was written. This attempt ends and does not take the id
     * back, because an attempt and its replacement would then take the id from each other endlessly.
     */
    public Committer fenced() {
        return with(progress.as(Standing.FENCED));
    }

    /**
     * The reason why a fenced owner ends, according to a reading of the ledger. The run ends for good if another run owns the pipeline, or
     * if the ledger does not contain this ownership any more. Otherwise another attempt of the run may go on, because a later attempt of
     * the same run has taken the id, or another run has taken the id and was refused afterwards.
     *
     * @param view the ledger, read with the {@link JournalState#wantedDigests} of {@link #state}
     * @param run the name of this owner's run
     */
    public Refusal ended(LedgerView view, String run) {
        return ContinuityCheck.anchor(state, view)
                .orElseGet(() -> overtaken(view.pipeline(pipeline).owner(), run));
    }

    private Refusal overtaken(PipelineView.Owner owner, String run) {
        Code code = owner.run().equals(run) ? Code.LEDGER_SUPERSEDED : Code.LEDGER_OWNED;
        return new Refusal(code, "pipeline " + pipeline + " belongs to run " + owner.run());
    }

    /**
     * The state for starting again: the present state without the batches that are known to be in the ledger, even if
     * their copies are under way. If the ledger has lost such a batch, the start is refused. Such a batch must not be
     * written again after other batches, because its copies may become visible at any moment.
     */
    public JournalState stateInLedger() {
        return state.behind(progress.ledger);
    }

    /**
     * Reports that the start from {@link #stateInLedger} has succeeded. Batches that were closed in the meantime stay pending.
     *
     * @param again the result of that start
     * @throws IllegalArgumentException if the ledger ends before the tip that was known
     */
    public Committer resumed(ResumePoint again) {
        Require.atLeast("ledger", again.ledger().sequence(), progress.ledger.sequence());
        return new Committer(
                pipeline,
                again,
                state.ownedSince(again.anchor()),
                new Progress(again.ledger(), progress.checkpoint, Standing.OWNER, progress.foreign));
    }

    /** Reports that the copies of the oldest batch have been acknowledged. */
    public Committer published() {
        return with(state.forgetOldest());
    }

    /**
     * The record that ends the ownership when the run is stopped for good, to be written in one transaction under the pipeline's id; empty
     * while a batch is pending, or if the ownership is lost or uncertain. Without this record the pipeline's claim stays open, which is
     * safe.
     */
    public Optional<Retirement> retirement() {
        return progress.standing == Standing.OWNER && state.pending().isEmpty()
                ? Optional.of(new Retirement(pipeline, resumePoint.owner(), progress.ledger))
                : Optional.empty();
    }

    ResumePoint resumePoint() {
        return resumePoint;
    }

    Progress progress() {
        return progress;
    }

    /** The state that a checkpoint has to hold. */
    public JournalState state() {
        return state;
    }
}
