package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import java.io.IOException;
import java.io.Serializable;
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
 *
 * <p><b>A reading that another process hands on</b> ({@link HandedOn}). The submission of a job reads the ledger, and the job goes on from there. Time
 * may pass between, in which other pipelines write, a claim is raised, the ledger is cut, or its topic is made again; and Flink keeps what was
 * handed on with the job, so that a restart months later finds it again. That is no weaker than a reading by the job itself:
 * <ul>
 *   <li><b>Old.</b> What is handed on is what the whole reading up to a place says. A ledger only grows, so that stays true, and all that
 *       was written since is behind the place and is read, up to the end. The decision is taken for what was read to the end, and only
 *       after the ids were taken, as ever. The place has the id of the topic, where its log begins and the digest of the last message:
 *       another topic, a cut, and an end that was lost are each noticed, and nothing of what was handed on is used.
 *   <li><b>Another state.</b> The digests that this process wants must be among those that are handed on, or of batches behind them.
 *   <li><b>Missing entries.</b> The newest entry that the register of domains names must be among the entries that are handed on or read. If it
 *       is not, everything is read, and decides.
 *   <li><b>Forged or damaged.</b> What is handed on has a digest against damage, and stands in the graph of the job, between the name of the
 *       ledger, the declared budget and the code of this class. Who can change it there can name another ledger, or none, and is in the
 *       trusted base. It is never taken from a topic, a state or a file. What is read behind it must link to its tips, and the place is given
 *       only for the receiver of the newest reading, so that no record between the two is passed over.
 * </ul>
 * A break, an unreadable record or a barrier without its snapshot is never handed on.
 */
public final class LedgerReadings {

    private static final long WAIT_MILLIS = 1000;
    private static final int MOST_LOOKS_FOR_CONFIRMATION = 5;

    private final Ledger ledger;
    private final String domain;
    private @Nullable HandedOn handed;
    private @Nullable LedgerReader reached;

    /**
     * What was read by one process, for the next one. It is part of a job's graph.
     *
     * @param place the place up to which it was read ({@link Ledger#reached})
     * @param ledger what was read ({@link LedgerReader#handedOn})
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record HandedOn(byte[] place, byte[] ledger) implements Serializable {

        /** The largest number of bytes that are handed on, so that the graph of a job stays small. */
        static final int MOST_BYTES = 1 << 20;

        /** Names neither of the two, whose bytes tell what is in the ledger. */
        @Override
        public String toString() {
            return "handed on";
        }
    }

    /**
     * Creates the readings of a ledger that another process has read.
     *
     * @param ledger the ledger, which nobody else in this process reads between two readings
     * @param domain the name of the domain
     * @param handed what the other process has handed on; null if nothing
     */
    public LedgerReadings(Ledger ledger, String domain, @Nullable HandedOn handed) {
        this(ledger, domain);
        this.handed = handed;
    }

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
        LedgerView view = further.isPresent() ? further.get() : first(wanted);
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

    /** What the newest reading says, for another process; empty if it is no reading to go on from, or too large. */
    public Optional<HandedOn> handOn() {
        LedgerReader reader = reached;
        if (reader == null) {
            return Optional.empty();
        }
        return reader.handedOn()
                .filter(bytes -> bytes.length <= HandedOn.MOST_BYTES)
                .flatMap(bytes -> ledger.reached(reader).map(place -> new HandedOn(place, bytes)));
    }

    private LedgerView first(WantedDigests wanted) throws IOException, InterruptedException {
        Optional<LedgerView> behind = behindHanded(wanted);
        return behind.isPresent() ? behind.get() : whole(wanted);
    }

    /** Reads on from what another process has read. It is forgotten first, for it is of no use later. */
    private Optional<LedgerView> behindHanded(WantedDigests wanted) throws IOException, InterruptedException {
        HandedOn from = handed;
        handed = null;
        Optional<LedgerReader> reader =
                from == null ? Optional.empty() : LedgerReader.goingOn(from.ledger(), domain, wanted);
        if (from == null || reader.isEmpty() || !ledger.readBehind(from.place(), reader.get())) {
            return Optional.empty();
        }
        Optional<LedgerView> view = reader.get().view(wanted);
        reached = view.isPresent() ? reader.get() : null;
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
