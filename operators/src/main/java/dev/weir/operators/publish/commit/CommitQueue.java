package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.CommitStep;
import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.chain.Batch;
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
 * The pending batches and the {@link Committer}, shared by three threads: the operator's, which closes batches and
 * reports completed checkpoints, and the two that write into the ledger and make copies. No lock is held while anything
 * is written.
 *
 * <p>While the ledger cannot be reached, releases are held: the operator goes on without waiting until the pending
 * batches take more than a bound, and then waits in the callback of a completed checkpoint, which holds back the input
 * of the job.
 */
public final class CommitQueue {

    /** The number of bytes that may be pending, while the ledger cannot be reached, before the operator waits. */
    public static final long MOST_HELD_BYTES = 64L << 20;

    /** How long the callback of a completed checkpoint waits for the steps that are due. */
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
     * A queue with restored batches.
     *
     * @param committer determines what is due
     * @param restored the rows of the committer's pending batches, in their order
     * @param mostHeldBytes how many bytes may be pending while the ledger cannot be reached
     */
    public CommitQueue(Committer committer, Collection<LedgerBatch> restored, long mostHeldBytes) {
        this.committer = committer;
        this.batches = new ArrayDeque<>(restored);
        this.mostHeldBytes = mostHeldBytes;
        restored.forEach(batch -> bytes += batch.bytes().length);
    }

    /**
     * The content of a checkpoint.
     *
     * @param chain where the state stands in the chain of batches
     * @param batches the rows of the pending batches, in their order
     */
    public record Snapshot(JournalState chain, List<LedgerBatch> batches) {}

    /** What a checkpoint is to hold now. */
    public Snapshot snapshot() {
        lock.lock();
        try {
            return new Snapshot(committer.state(), List.copyOf(batches));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds the batch that a checkpoint has closed.
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
     * @param checkpoint its number
     */
    public void complete(long checkpoint) {
        answer(known -> known.completed(checkpoint));
    }

    /**
     * Reports the outcome of a step of the committer.
     *
     * @param outcome how the committer goes on
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

    /** Reports that the oldest batch is durable and visible. */
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
     * Nothing more will be committed.
     *
     * @param reason why; the first reason is the reason of those that follow
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

    /** Waits until a step is due. After a failure no step is due any more; the waiting thread is interrupted. */
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

    /** The rows of a pending batch. */
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

    /** The present committer. */
    public Committer committer() {
        lock.lock();
        try {
            return committer;
        } finally {
            lock.unlock();
        }
    }

    /** How many batches wait because the ledger cannot be reached. */
    public int heldBatches() {
        lock.lock();
        try {
            return held ? batches.size() : 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for the steps that are due: for a limited time if the ledger can be reached, not at all if it cannot, and
     * to the end if no checkpoint follows or too much is pending.
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

    /** The failure that has ended committing; empty if there is none. */
    public Optional<Exception> failure() {
        lock.lock();
        try {
            return Optional.ofNullable(failure);
        } finally {
            lock.unlock();
        }
    }
}
