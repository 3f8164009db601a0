package dev.weir.operators.publish;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.Grant;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerStart;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does what the {@link Committer} says: into the ledger, then to the sink, then the next batch. A thread of its own, because both
 * may take their time, and records are to flow meanwhile.
 */
final class CommitThread implements Runnable {

    private final CommitQueue queue;
    private final Ports ports;
    private final LedgerStart.Place place;
    private final StartRequest request;
    private @Nullable LedgerStart startAgain;
    private RetryPause pause = RetryPause.NONE;

    /**
     * What the thread works with.
     *
     * @param ledger where batches are written
     * @param sink where copies become visible
     * @param metrics is told what became visible
     * @param failed is told what has ended committing
     */
    record Ports(Ledger ledger, ReleaseSink sink, PublishMetrics metrics, Consumer<Exception> failed) {}

    CommitThread(CommitQueue queue, Ports ports, LedgerStart.Place place, StartRequest request) {
        this.queue = queue;
        this.ports = ports;
        this.place = place;
        this.request = request;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                perform(queue.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception | Error e) {
            fail(e instanceof Exception exception ? exception : new IllegalStateException("committing failed", e));
        }
    }

    private void fail(Exception reason) {
        queue.fail(reason);
        ports.failed().accept(reason);
    }

    private void perform(CommitStep step) throws Exception {
        if (step instanceof CommitStep.Write write) {
            write(write.seal());
        } else if (step instanceof CommitStep.Publish) {
            publish();
        } else if (step instanceof CommitStep.StartAgain again) {
            startAgain(again.owner());
        } else if (step instanceof CommitStep.End) {
            Committer ended = queue.committer();
            LedgerView view = LedgerStart.read(
                    ports.ledger(), place.domain(), ended.state().watch(place.pipeline()));
            throw LedgerStart.failure(ended.ended(view, place.run()));
        } else if (step instanceof CommitStep.Stop stop) {
            throw LedgerStart.failure(stop.refusal());
        }
    }

    private void write(BatchSeal seal) throws InterruptedException {
        Ledger.Result result = ports.ledger().writePipeline(queue.oldest().records(seal));
        queue.hold(result == Ledger.Result.UNKNOWN);
        pause = result == Ledger.Result.UNKNOWN ? pause.longer() : RetryPause.NONE;
        queue.answer(
                switch (result) {
                    case WRITTEN -> Committer::written;
                    case FENCED -> Committer::fenced;
                    case UNKNOWN -> Committer::unknown;
                });
    }

    private void publish() throws IOException, InterruptedException {
        LedgerBatch batch = queue.oldest();
        ports.sink().publish(batch.batch().sequence(), ports.metrics().watched(batch.rows()));
        ports.metrics().published(batch);
        queue.published();
    }

    /**
     * Each start of an owner leaves a record in the ledger. So one that follows a batch whose outcome was unknown again waits
     * longer each time: a batch that can never be written must not fill the ledger with ownerships.
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

    /** A start that the ledger's absence interrupts goes on where it was, so that it knows of its own unknown writes. */
    private @Nullable StartStep tryStart(long owner) throws InterruptedException {
        if (startAgain == null) {
            Start start = Start.resuming(request, queue.committer().state(), owner);
            startAgain = new LedgerStart(ports.ledger(), place, start);
        }
        try {
            return startAgain.drive();
        } catch (IOException e) {
            return null;
        }
    }

    private void resume(StartStep step) throws Exception {
        startAgain = null;
        if (step instanceof StartStep.Refused refused) {
            throw LedgerStart.failure(refused.refusal());
        }
        Grant grant = ((StartStep.Go) step).grant();
        ports.ledger().showLife(grant.owner(), this::replaced);
        queue.hold(false);
        queue.answer(known -> known.resumed(grant));
    }

    /** A later owner shows life. What the ledger says then ends this attempt, though it may have nothing to write. */
    private void replaced() {
        queue.answer(Committer::fenced);
    }
}
