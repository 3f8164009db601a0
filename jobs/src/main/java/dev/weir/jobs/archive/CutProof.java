package dev.weir.jobs.archive;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerAudit.Report;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.failure.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a ledger and an archive of its first records, and shows that those records may be cut off.
 *
 * <p><b>What is shown.</b> (1) Every record of the log before the cut is in the archive, at the same offset with the same bytes; the archive has
 * none between them that the log has not. (2) The archive and the records behind the cut are one whole ledger, in which every snapshot is
 * recomputed from what is before it: so the archive folds to the state of the snapshot that will stand for it, sums of charges included.
 * (3) The records behind the cut alone are read as they will be read once the start of the log is gone, with a second snapshot that is
 * recomputed from the first, and say the same as the whole ledger: the same chains, budget, claims, lives, adoptions, and the same charge of
 * every key and period. So no guard that reads this state can be milder after the cut. Digests of batches before the cut are not there any
 * more; {@code FoldedLedger} in the accountant says why no guard needs them.
 *
 * <p>A log that has been cut already, or whose start is somewhere before the place, as a broker may leave it that was killed while it
 * deleted, passes as well: then the records that are left before the place are compared.
 */
public final class CutProof implements LedgerRecords, AutoCloseable {

    private final ArchiveReader archived;
    private final long before;
    private final LedgerAudit whole;
    private final LedgerAudit rest;
    private boolean isCut;
    private long offset;
    private long compared;

    private CutProof(ArchiveReader archived, LedgerAudit whole, LedgerAudit rest) {
        this.archived = archived;
        this.before = archived.head().before();
        this.whole = whole;
        this.rest = rest;
    }

    /**
     * Reads an archive, and returns a receiver of the ledger's own records.
     *
     * @param file the archive
     * @param domain the name of the domain
     * @throws CommandFailure if the file is no whole archive of the domain
     * @throws IOException if the file cannot be read
     */
    public static CutProof of(Path file, String domain) throws IOException {
        LedgerAudit whole = new LedgerAudit(domain);
        LedgerAudit rest = new LedgerAudit(domain);
        try (ArchiveReader archive = ArchiveReader.open(file, domain)) {
            if (archive.head().from() > 0) {
                whole.cut();
            }
            archive.showTo(whole);
        }
        rest.cut();
        return new CutProof(ArchiveReader.open(file, domain), whole, rest);
    }

    /** Says what is in the archive. */
    public ArchiveHead head() {
        return archived.head();
    }

    @Override
    public void newest(ChainTip entry) {
        whole.newest(entry);
        rest.newest(entry);
    }

    @Override
    public void cut() {
        isCut = true;
    }

    @Override
    public void missing() {
        whole.missing();
    }

    @Override
    public void at(long here, long millis) {
        offset = here;
        if (here >= before) {
            whole.at(here, millis);
            rest.at(here, millis);
        }
    }

    @Override
    public void accept(byte[] bytes) {
        if (offset >= before) {
            whole.accept(bytes);
            rest.accept(bytes);
            return;
        }
        try {
            compare(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Only the records before the first one of a log whose start is cut off may be in the archive alone. */
    private void compare(byte[] bytes) throws IOException {
        ArchiveReader.Archived known = archived.next();
        while (isCut && compared == 0 && known != null && known.offset() < offset) {
            known = archived.next();
        }
        compared++;
        if (known == null || known.offset() != offset || !Arrays.equals(known.bytes(), bytes)) {
            throw failure("does not have the record at offset " + offset + " as the ledger has it");
        }
    }

    /** The number of records of the log before the place, which are to go; 0 if the log has been cut there already. */
    public long left() {
        return compared;
    }

    /**
     * Requires, after the reading, that the records before the place may be cut off.
     *
     * @throws CommandFailure if they may not, with the reason
     * @throws IOException if the archive cannot be read
     */
    public void require() throws IOException {
        boolean isWhole = (isCut && compared == 0) || archived.next() == null;
        if (!isWhole) {
            throw failure("has a record before offset " + before + " that the ledger does not have");
        }
        Report all = whole.report();
        Report left = rest.report();
        broken(all).ifPresent(problem -> {
            throw failure("and the ledger behind offset " + before + " are no whole ledger: " + problem);
        });
        broken(left).ifPresent(problem -> {
            throw failure("stands for nothing: the ledger from offset " + before + " on would not be read: " + problem);
        });
        if (!isSame(all, left)) {
            throw failure("and the ledger from offset " + before + " on do not say the same");
        }
    }

    private static Optional<String> broken(Report report) {
        return report.view().broken().map(Object::toString);
    }

    /** Unreadable records before the place that were skipped are left out: nothing will be asked about them any more. */
    private static boolean isSame(Report all, Report left) {
        return all.view().tip().equals(left.view().tip())
                && Objects.equals(all.view().budget(), left.view().budget())
                && all.view().pipelines().equals(left.view().pipelines())
                && all.charges().equals(left.charges());
    }

    private static CommandFailure failure(String problem) {
        return new CommandFailure(CommandFailure.FAILED, "nothing was cut: the archive " + problem);
    }

    @Override
    public void close() throws IOException {
        archived.close();
    }
}
