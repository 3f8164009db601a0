package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.operators.publish.batch.LedgerBatch;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The pending batches and the {@link Committer}, shared by three threads. The operator's thread closes batches and
 * reports completed checkpoints; a second thread writes into the ledger; a third makes copies. No lock is held while a
 * thread writes. A {@link CommitStep} is <em>due</em> if the committer asks for it now.
 *
 * <p>While the ledger cannot be reached, releases stay in the queue. The operator goes on until the batches of completed
 * checkpoints take more bytes than a bound. Then it waits in the callback of the next completed checkpoint, which holds
 * back the input of the job. The batches that this checkpoint has closed count towards the bound, but are waited
 * for only if the task may end with it.
 */
public final class CommitQueue {

    /** The number of bytes that may be pending, while the ledger cannot be reached, before the operator waits. */
    public static final long MOST_HELD_BYTES = 64L << 20;

    /**
     * How long {@link #settle} waits for the steps that are due, while the ledger can be reached.
     */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<LedgerBatch> batches;
    private final long mostHeldBytes;
    private Committer committer;
    private long bytes;
    private boolean held;
    private @Nullable Exception failure;

    /**
     * Creates a queue with restored batches.
     *
     * @param committer the committer, which determines the next step
     * @param restored the committer's pending batches with their rows, in their order
     * @param mostHeldBytes the number of bytes that may be pending, while the ledger cannot be reached, before the
     * operator waits
     */
    public CommitQueue(Committer committer, Collection<LedgerBatch> restored, long mostHeldBytes) {
        this.committer = committer;
        this.batches = new ArrayDeque<>(restored);
        this.mostHeldBytes = mostHeldBytes;
        restored.forEach(batch -> bytes += batch.bytes().length);
    }

    /**
     * The content of a checkpoint about the pending batches.
     *
     * @param chain the state's position in the pipeline's chain of batches, and the pending batches
     * @param batches the pending batches with their rows, in their order
     */
    public record Snapshot(JournalState chain, List<LedgerBatch> batches) {}

    /** The content for a checkpoint that is written now. */
    public Snapshot snapshot() {
        lock.lock();
        try {
            return new Snapshot(committer.state(), List.copyOf(batches));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a batch that a checkpoint has closed.
     *
     * @param batch the batch with its rows
     * @param checkpoint the number of the checkpoint
     */
    public void add(LedgerBatch batch, long checkpoint) {
        lock.lock();
        try {
            committer = committer.closed(batch.batch(), checkpoint);
            batches.add(batch);
            bytes += batch.bytes().length;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reports a completed checkpoint.
     *
     * @param checkpoint the number of the completed checkpoint
     */
    public void complete(long checkpoint) {
        answer(known -> known.completed(checkpoint));
    }

    /**
     * Reports the outcome of a step of the committer.
     *
     * @param outcome computes the committer after the step from the committer before it
     */
    public void answer(UnaryOperator<Committer> outcome) {
        lock.lock();
        try {
            committer = outcome.apply(committer);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Removes the oldest batch, whose copies are durable and visible. */
    void published() {
        lock.lock();
        try {
            bytes -= batches.remove().bytes().length;
            committer = committer.published();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Notes whether the ledger cannot be reached. */
    void hold(boolean unreachable) {
        lock.lock();
        try {
            held = unreachable;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends committing after a failure.
     *
     * @param reason the failure; ignored if an earlier failure has been reported
     */
    public void fail(Exception reason) {
        lock.lock();
        try {
            failure = failure == null ? reason : failure;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a step is due in the ledger, and returns it. */
    CommitStep takeForLedger() throws InterruptedException {
        return take(Committer::nextOfLedger);
    }

    /** Waits until copies of a batch are due, and returns the step. */
    CommitStep takeForCopies() throws InterruptedException {
        return take(Committer::nextOfCopies);
    }

    /**
     * Waits until a step is due. After a failure no step is due any more, and the call waits until its thread is
     * interrupted.
     */
    private CommitStep take(Function<Committer, CommitStep> due) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure != null || due.apply(committer) instanceof CommitStep.Wait) {
                changed.await();
            }
            return due.apply(committer);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all batches up to a number have been published. After a failure no more are, so the call then returns only when its thread is interrupted, at the end of the task.
     *
     * @param sequence the number of the last batch
     * @return the number of the last batch that has been published
     */
    long awaitPublished(long sequence) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure != null || committer.state().base().sequence() < sequence) {
                changed.await();
            }
            return committer.state().base().sequence();
        } finally {
            lock.unlock();
        }
    }

    /** Finds a pending batch with its rows, by the number of {@code batch}. */
    LedgerBatch rows(Batch batch) {
        lock.lock();
        try {
            return batches.stream()
                    .filter(pending -> pending.batch().sequence() == batch.sequence())
                    .findFirst()
                    .orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    /** The committer in its present state. */
    public Committer committer() {
        lock.lock();
        try {
            return committer;
        } finally {
            lock.unlock();
        }
    }

    /** The number of pending batches while the ledger cannot be reached; 0 while the ledger can be reached. */
    public int heldBatches() {
        lock.lock();
        try {
            return held ? batches.size() : 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the steps that are due. If no checkpoint with rows follows, the call waits until no step is due. It
     * also waits as long as too many bytes are pending. Otherwise the call waits at most 10 seconds if the ledger can
     * be reached, and not at all if the ledger cannot be reached.
     *
     * @param toTheEnd whether no checkpoint with rows follows
     * @throws Exception the failure that has ended committing
     */
    public void settle(boolean toTheEnd) throws Exception {
        lock.lockInterruptibly();
        try {
            awaitCommits(toTheEnd);
            failIfFailed();
        } finally {
            lock.unlock();
        }
    }

    private void awaitCommits(boolean toTheEnd) throws InterruptedException {
        long left = PATIENCE_NANOS;
        while (failure == null && committer.isDue() && (toTheEnd || isFull() || (!held && left > 0))) {
            if (toTheEnd || isFull()) {
                changed.await();
            } else {
                left = changed.awaitNanos(left);
            }
        }
    }

    private boolean isFull() {
        return bytes > mostHeldBytes;
    }

    private void failIfFailed() throws Exception {
        if (failure != null) {
            throw failure;
        }
    }

    /** The record that ends the ownership of this attempt; empty if committing has failed or anything is pending. */
    public Optional<Retirement> retirement() {
        return failure().isEmpty() ? committer().retirement() : Optional.empty();
    }

    /** The failure that has ended committing; empty if committing has not failed. */
    public Optional<Exception> failure() {
        lock.lock();
        try {
            return Optional.ofNullable(failure);
        } finally {
            lock.unlock();
        }
    }
}
