package dev.weir.operators.publish.commit;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes a snapshot of the ledger whenever the domain's pipelines have written so many batches since the newest one, so that a start need not
 * read what lies before. Each pipeline looks after so many batches of its own, and the first one that finds the snapshot due writes it.
 *
 * <p><b>Nothing depends on it.</b> A snapshot is what its records fold to, or breaks the ledger for whoever writes it; here it is folded by the
 * audit that every other reading compares it with. Where a snapshot fails, the ledger goes on without one, and a barrier without a snapshot
 * means nothing. The work has a ledger of its own, and takes the domain's id alone: a start that is under way begins again, and one that
 * begins afterwards ends this work.
 *
 * <p><b>Memory.</b> While a snapshot is written: the sums of charges, at most 200 000 of some 300 bytes, and the bytes of the snapshot several
 * times, at most 32 MiB. A ledger with more sums gets no snapshot.
 */
public final class SnapshotWork implements CommitLoop.Work {

    /** How often a barrier may stand within a batch of another pipeline before the work gives up. */
    private static final int MOST_BARRIERS = 3;

    /** How many failures in a row change nothing: from the next on, each doubles the number of batches until another attempt. */
    private static final int PATIENCE = 2;

    /** How often that number is doubled at most, so that it ends at 64 times. */
    private static final int MOST_DOUBLINGS = 6;

    private final CommitQueue queue;
    private final Opening opening;
    private final String domain;
    private final long every;
    private long next;
    private int failures;

    /** The ledger, of which nobody else in this process uses the returned object, and the log of the pipeline. */
    public interface Opening {
        /** Opens the ledger. */
        Ledger open() throws IOException;

        /**
         * Takes a line about a snapshot that was not written.
         *
         * @param line the line, without data
         */
        void tell(String line);
    }

    /** Ends the writing of a snapshot, with the reason in words without data. */
    private static final class NotWritten extends IOException {
        private static final long serialVersionUID = 1L;

        NotWritten(String reason) {
            super(reason);
        }
    }

    /**
     * When a snapshot is due.
     *
     * @param every the number of batches after which one is written, at least 1
     * @param since the number of batches since the newest one, as the start has seen
     */
    public record Interval(long every, long since) {}

    /**
     * Creates the work of a pipeline whose start was granted.
     *
     * @param queue the queue that knows how many batches have been published
     * @param opening opens the ledger
     * @param domain the name of the domain
     * @param interval when a snapshot is due
     */
    public SnapshotWork(CommitQueue queue, Opening opening, String domain, Interval interval) {
        this.queue = queue;
        this.opening = opening;
        this.domain = domain;
        this.every = interval.every();
        this.next = queue.committer().state().base().sequence() + Math.max(0, every - interval.since());
    }

    /** Each attempt that fails may leave a barrier, which every later reading folds, so attempts that go on failing become rare. */
    @Override
    public void doNext() throws InterruptedException {
        long published = queue.awaitPublished(next);
        failures = isDone() ? 0 : failures + 1;
        next = published + (every << Math.min(MOST_DOUBLINGS, Math.max(0, failures - PATIENCE)));
    }

    private boolean isDone() throws InterruptedException {
        try (Ledger ledger = opening.open()) {
            write(ledger, domain, every);
            return true;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            // what did not fit is garbage now, and an error would end the job, whose next run would fold the same again
            tell(e);
            return false;
        }
    }

    private void tell(Throwable failure) {
        if (!Thread.currentThread().isInterrupted()) {
            opening.tell("no snapshot of the ledger was written (" + reason(failure)
                    + "); starts read it from the one before");
        }
    }

    /** The code of a refusal, or the reason of this class. Messages of others may hold anything, so only their classes are named. */
    private static String reason(Throwable failure) {
        return StartRefused.in(failure)
                .map(refused -> refused.code().name())
                .orElseGet(() -> failure instanceof NotWritten
                        ? String.valueOf(failure.getMessage())
                        : failure.getClass().getSimpleName());
    }

    /**
     * Writes a snapshot if so many batches have been written since the newest one.
     *
     * @param ledger the ledger, which nobody else uses until the call returns; no id of it is held
     * @param domain the name of the domain
     * @param every the number of batches
     * @return whether a snapshot has been written, as far as is known
     * @throws IOException if the ledger cannot be read, is broken or has too many sums, the domain's id cannot be taken, no barrier can
     *     have a snapshot, or it is not known whether one was written
     */
    public static boolean write(Ledger ledger, String domain, long every) throws IOException, InterruptedException {
        LedgerAudit audit = foldable(whole(ledger, domain));
        if (!audit.isSnapshotDue(every)) {
            return false;
        }
        ledger.takeDomain();
        try {
            return writeDue(ledger, domain, every, further(ledger, domain, audit));
        } finally {
            ledger.releaseDomain();
        }
    }

    private static boolean writeDue(Ledger ledger, String domain, long every, LedgerAudit read)
            throws IOException, InterruptedException {
        LedgerAudit audit = read;
        for (int barriers = 0; audit.isSnapshotDue(every); barriers++) {
            if (barriers == MOST_BARRIERS) {
                throw new NotWritten("none of " + MOST_BARRIERS + " barriers can have one");
            }
            DomainEntry barrier = DomainEntry.after(audit.tip(), new Barrier());
            if (!isWritten(ledger.writeDomain(List.of(barrier)))) {
                return false;
            }
            audit = further(ledger, domain, audit);
            Optional<List<LedgerRecord>> snapshot = audit.snapshot();
            if (snapshot.isPresent()) {
                return isWritten(ledger.writeSnapshot(snapshot.get()));
            }
        }
        return false;
    }

    /** Whether a write has succeeded, and not been fenced by a start or by another writer of snapshots. */
    private static boolean isWritten(Ledger.Result result) throws IOException {
        if (result == Ledger.Result.UNKNOWN) {
            throw new NotWritten("no answer to a write");
        }
        return result == Ledger.Result.WRITTEN;
    }

    private static LedgerAudit foldable(LedgerAudit audit) throws IOException {
        Optional<LedgerBreak> broken = audit.broken();
        if (broken.isPresent()) {
            throw new NotWritten(
                    StartRefused.Code.LEDGER_BROKEN + ": " + broken.get().reason());
        }
        if (audit.hasTooManySums()) {
            throw new NotWritten("too many sums of key accounts");
        }
        return audit;
    }

    private static LedgerAudit whole(Ledger ledger, String domain) throws IOException, InterruptedException {
        LedgerAudit audit = LedgerAudit.ofWriter(domain);
        if (ledger.readFromSnapshot(audit) && audit.isWhole()) {
            return audit;
        }
        LedgerAudit complete = LedgerAudit.ofWriter(domain);
        ledger.read(complete);
        return complete;
    }

    private static LedgerAudit further(Ledger ledger, String domain, LedgerAudit before)
            throws IOException, InterruptedException {
        return foldable(ledger.readOn(before) ? before : whole(ledger, domain));
    }
}
