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
 * The one writer of a pipeline, step by step: the oldest batch first, into the ledger once the checkpoint that closed it
 * has completed, then its copies. One thread does what {@link #nextOfLedger} says and another one what {@link #nextOfCopies} says,
 * each one thing at a time, and answers with the method that the step names; every answer gives another value. So a batch is
 * written while an earlier one is copied. A copy under way may end after the ownership has been lost: its batch is in the ledger,
 * so whoever owns the pipeline then makes the same copies.
 *
 * <p>A batch is drawn and closed before its checkpoint, so a later attempt that restores the checkpoint writes the same
 * bytes; it is written only after the checkpoint has completed, so no later attempt can be restored from before the draw;
 * and its copies follow the ledger, so nothing is visible that a start would not find there.
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
     * How far this attempt has come.
     *
     * @param ledger the tip of the pipeline's chain in the ledger, as far as is known
     * @param checkpoint the latest checkpoint that has completed
     * @param standing what is known of the ownership
     * @param foreign what has been seen that is no record
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
     * How often records were seen that are none, behind which nothing of this pipeline may be yet. A confirmation has the number of
     * times that were known when it was due: one that is seen while it is written is not confirmed by it, and numbers grow.
     *
     * @param seen how often
     * @param confirmed the number of the latest confirmation in the ledger, 0 without one
     */
    record Unconfirmed(long seen, long confirmed) {

        static final Unconfirmed NONE = new Unconfirmed(0, 0);

        private boolean isOpen() {
            return seen > confirmed;
        }
    }

    /** What is known of the ownership. */
    enum Standing {
        /** As far as is known, the owner can write. */
        OWNER,
        /** It is not known what became of the last write. */
        UNSETTLED,
        /** Somebody else has taken the pipeline's id. */
        FENCED
    }

    /** The committer of a pipeline that may start. */
    public static Committer of(String pipeline, ResumePoint resumePoint) {
        return new Committer(
                pipeline,
                resumePoint,
                resumePoint.state(),
                new Progress(resumePoint.ledger(), 0, Standing.OWNER, Unconfirmed.NONE));
    }

    /** Whether anything has to be done now, in the ledger or by who makes copies. */
    public boolean isDue() {
        return !(nextOfLedger() instanceof CommitStep.Wait) || !(nextOfCopies() instanceof CommitStep.Wait);
    }

    /** What has to be done now by who writes into the ledger. It goes ahead of the copies, as far as checkpoints have completed. */
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

    /** What has to be done now by who makes copies: of what is in the ledger, while the owner is one as far as is known. */
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

    /** A batch that must not be written ends the run, once all before it are visible. */
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
     * A checkpoint has closed a batch, in its synchronous part.
     *
     * @param batch follows {@link JournalState#last} of {@link #state}
     * @param checkpoint the checkpoint's number, above 0
     * @throws IllegalArgumentException if the batch does not have the next number
     */
    public Committer closed(Batch batch, long checkpoint) {
        return with(state.close(batch, checkpoint));
    }

    /** A checkpoint has completed, and with it every one before it. */
    public Committer completed(long checkpoint) {
        return with(progress.completed(checkpoint));
    }

    /** The batch is in the ledger. */
    public Committer written() {
        return with(progress.at(unwritten().orElseThrow().batch().tip()));
    }

    /** Somebody has written a record into the ledger that is none, so that readers have to be told how far this pipeline has come. */
    public Committer unconfirmed() {
        return with(progress.with(new Unconfirmed(progress.foreign.seen() + 1, progress.foreign.confirmed())));
    }

    /**
     * The confirmation is in the ledger.
     *
     * @param number its number: what has been seen since the step was taken is still to be confirmed
     */
    public Committer confirmed(long number) {
        return with(progress.with(new Unconfirmed(progress.foreign.seen(), number)));
    }

    /**
     * It is not known what became of the batch or confirmation. Nothing is written or published until a start of its own has said who owns
     * the pipeline and what the ledger holds.
     */
    public Committer unknown() {
        return with(progress.as(Standing.UNSETTLED));
    }

    /**
     * Somebody else has taken the pipeline's id, so that nothing was written. This attempt ends. It does not take the id
     * back: an attempt that has been replaced would take it from the one that replaced it, in turn and for ever.
     */
    public Committer fenced() {
        return with(progress.as(Standing.FENCED));
    }

    /**
     * Why a fenced owner ends, going by a reading: for good if another run owns the pipeline, or if the ledger does not have
     * this ownership any more. Otherwise, as where an attempt of its own run has followed or where somebody has started and
     * been refused, the run may go on with another attempt, which looks first.
     *
     * @param view read with the {@link JournalState#watch} of {@link #state}
     * @param run the run of this owner
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
     * What a start again goes on from: a ledger that has lost a batch which was known to be in it is refused, also while the
     * copies of that batch are under way. They may end at any moment, so the batch must not be written again behind another one.
     */
    public JournalState stateInLedger() {
        return state.behind(progress.ledger);
    }

    /**
     * The start again from {@link #stateInLedger} has succeeded. Batches that were closed in the meantime are still pending.
     *
     * @throws IllegalArgumentException if the ledger is not as far as was known
     */
    public Committer resumed(ResumePoint again) {
        Require.atLeast("ledger", again.ledger().sequence(), progress.ledger.sequence());
        return new Committer(
                pipeline,
                again,
                state.ownedSince(again.anchor()),
                new Progress(again.ledger(), progress.checkpoint, Standing.OWNER, progress.foreign));
    }

    /** The copies of the oldest batch have been acknowledged. */
    public Committer published() {
        return with(state.forgetOldest());
    }

    /**
     * What ends the ownership when the run is stopped for good: to be written in one transaction under the pipeline's id.
     * Empty while anything is pending. Without it the pipeline's claim stays open, which is safe.
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

    /** What a checkpoint has to hold. */
    public JournalState state() {
        return state;
    }
}
