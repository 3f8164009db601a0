package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The readings of a domain's ledger by one process, one after the other. Each goes on where the one before has ended, if it can.
 *
 * <p><b>Why that is as good as reading everything.</b> A ledger only grows. So the records that a whole reading would show are those of the
 * reading before and those behind them, and the reader is left as a whole reading would leave it. The store says whether what was read
 * still stands ({@link Ledger#readOn}). If a reading that goes on finds a break, an unreadable record or
 * too few digests, or fails, everything is read again. Only a store refuses at once, where its register of domains names an entry that no
 * record has shown.
 *
 * <p><b>A reading from a snapshot</b> says what a reading of everything says, except for digests of batches that are folded, and for records
 * that were skipped before. It counts only if it has no break and no unreadable record, if a second snapshot has been recomputed from the
 * first, and if no wanted digest is of a folded batch. In every other case everything is read, and decides.
 */
public final class LedgerReadings {

    private static final long WAIT_MILLIS = 1000;
    private static final int MOST_LOOKS_FOR_CONFIRMATION = 5;

    private final Ledger ledger;
    private final String domain;
    private @Nullable LedgerReader reached;

    /**
     * Creates the readings of a ledger that has not been read.
     *
     * @param ledger the ledger, which nobody else in this process reads between two readings
     * @param domain the name of the domain
     */
    public LedgerReadings(Ledger ledger, String domain) {
        this.ledger = ledger;
        this.domain = domain;
    }

    /**
     * Reads the ledger to its end. An unreadable record may be a lost record of a pipeline that has written nothing
     * after it. Each running pipeline sees the unreadable record too and confirms how far its own records reach, so the
     * method reads again, up to five times a second apart, until all have done so. If the pipeline whose digests are
     * wanted is among the pipelines without a confirmation, the method does not wait at all, because that pipeline is
     * starting and confirms nothing.
     *
     * @param wanted the digests that the view must contain
     * @throws IOException if the ledger cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public LedgerView read(WantedDigests wanted) throws IOException, InterruptedException {
        Optional<LedgerView> further = further(wanted);
        LedgerView view = further.isPresent() ? further.get() : whole(wanted);
        for (int looks = 0; looks < MOST_LOOKS_FOR_CONFIRMATION && mayBeConfirmed(view, wanted); looks++) {
            Thread.sleep(WAIT_MILLIS);
            view = complete(wanted);
        }
        return view;
    }

    private static boolean mayBeConfirmed(LedgerView view, WantedDigests wanted) {
        Set<String> silent = view.unreadable().silent();
        return !silent.isEmpty() && !silent.contains(wanted.pipeline());
    }

    /** The number of batches since the newest snapshot, as far as the newest reading says; 0 if it is not known. */
    long batchesSinceSnapshot() {
        return reached == null ? 0 : reached.batchesSinceSnapshot();
    }

    /** Reads on from the reading before. The reader is forgotten first, because a reading that fails leaves it between two records. */
    private Optional<LedgerView> further(WantedDigests wanted) throws IOException, InterruptedException {
        LedgerReader reader = reached;
        reached = null;
        if (reader == null || reader.view(wanted).isEmpty() || !ledger.readOn(reader)) {
            return Optional.empty();
        }
        Optional<LedgerView> view = reader.view(wanted);
        reached = view.isPresent() ? reader : null;
        return view;
    }

    private LedgerView whole(WantedDigests wanted) throws IOException, InterruptedException {
        LedgerReader reader = new LedgerReader(domain, wanted);
        if (ledger.readFromSnapshot(reader)
                && !reader.mayLackDigests()
                && reader.view(wanted).isPresent()) {
            reached = reader;
            return reader.view();
        }
        return complete(wanted);
    }

    private LedgerView complete(WantedDigests wanted) throws IOException, InterruptedException {
        LedgerReader reader = new LedgerReader(domain, wanted);
        ledger.read(reader);
        reached = reader.view(wanted).isPresent() ? reader : null;
        return reader.view();
    }
}
