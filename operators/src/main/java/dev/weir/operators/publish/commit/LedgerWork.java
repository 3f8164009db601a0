package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerReadings;
import dev.weir.operators.ledger.LedgerStart;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Performs the steps of the {@link Committer} in the ledger: writes batches and confirmations, starts again if the
 * outcome of a write is not known, and ends the attempt after it was fenced. {@code LedgerWork} and {@link CopyWork}
 * run in a thread each. So records flow on if writing or copying takes long, and a batch can be written while an
 * earlier batch is copied.
 */
public final class LedgerWork implements CommitLoop.Work {

    private final CommitQueue queue;
    private final Ledger ledger;
    private final LedgerStart.Place place;
    private final StartRequest request;
    private @Nullable LedgerStart startAgain;
    private RetryPause pause = RetryPause.NONE;

    /**
     * Creates the work of a pipeline whose start was granted.
     *
     * @param queue the queue that names the work that is due
     * @param ledger the ledger that the batches are written to
     * @param place the domain, the pipeline and the run
     * @param request the request of the granted start, which every later start repeats
     */
    public LedgerWork(CommitQueue queue, Ledger ledger, LedgerStart.Place place, StartRequest request) {
        this.queue = queue;
        this.ledger = ledger;
        this.place = place;
        this.request = request;
    }

    @Override
    public void doNext() throws Exception {
        perform(queue.takeForLedger());
    }

    private void perform(CommitStep step) throws Exception {
        if (step instanceof CommitStep.Write write) {
            write(write.seal());
        } else if (step instanceof CommitStep.Confirm confirm) {
            Confirmation confirmation = confirm.confirmation();
            answer(ledger.writePipeline(List.of(confirmation)), known -> known.confirmed(confirmation.number()));
        } else if (step instanceof CommitStep.StartAgain again) {
            startAgain(again.owner());
        } else if (step instanceof CommitStep.End) {
            Committer ended = queue.committer();
            LedgerView view = new LedgerReadings(ledger, place.domain())
                    .read(ended.state().wantedDigests(place.pipeline()));
            throw LedgerStart.failure(ended.ended(view, place.run()));
        } else if (step instanceof CommitStep.Stop stop) {
            throw LedgerStart.failure(stop.refusal());
        }
    }

    private void write(BatchSeal seal) throws InterruptedException {
        answer(ledger.writePipeline(queue.rows(seal.batch()).records(seal)), Committer::written);
    }

    private void answer(Ledger.Result result, UnaryOperator<Committer> written) {
        queue.hold(result == Ledger.Result.UNKNOWN);
        pause = result == Ledger.Result.UNKNOWN ? pause.longer() : RetryPause.NONE;
        queue.answer(
                switch (result) {
                    case WRITTEN -> written;
                    case FENCED -> Committer::fenced;
                    case UNKNOWN -> Committer::unknown;
                });
    }

    /**
     * Starts again. Each start adds an owner record to the ledger, and a batch that can never be written must not fill
     * the ledger with such records. So after repeated unknown outcomes of one batch, each further start waits longer.
     */
    private void startAgain(long owner) throws Exception {
        if (startAgain == null) {
            Thread.sleep(pause.millis());
        }
        StartStep end = tryStart(owner);
        if (end == null) {
            queue.hold(true);
            Thread.sleep(RetryPause.LEAST_MILLIS);
        } else {
            resume(end);
        }
    }

    /**
     * Performs the start, or returns null if the ledger cannot be reached. A later call continues the same start, which
     * remembers its own writes with unknown outcomes.
     */
    private @Nullable StartStep tryStart(long owner) throws InterruptedException {
        if (startAgain == null) {
            Start start = Start.resuming(request, queue.committer().stateInLedger(), owner);
            startAgain = new LedgerStart(ledger, place, start);
        }
        try {
            return startAgain.drive();
        } catch (IOException e) {
            return null;
        }
    }

    private void resume(StartStep end) throws Exception {
        startAgain = null;
        ResumePoint resumePoint = LedgerStart.granted(end).resumePoint();
        ledger.showLife(resumePoint.owner(), this::replaced);
        queue.hold(false);
        queue.answer(known -> known.resumed(resumePoint));
    }

    /**
     * Reacts to a later owner's sign of life: the ledger is read, and this attempt ends with the reason found in the
     * ledger, even if the attempt has nothing to write.
     */
    private void replaced() {
        queue.answer(Committer::fenced);
    }
}
