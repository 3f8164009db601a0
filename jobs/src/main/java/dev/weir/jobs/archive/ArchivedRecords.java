package dev.weir.jobs.archive;

import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Shows the records of archives, and behind them those of the ledger that are in none of them, as if nothing had been cut off. Whether they
 * fit is for the receiver: the chains lead from an archive into what follows it.
 */
public final class ArchivedRecords extends ForwardingRecords {

    private final long before;
    private boolean isCut;
    private boolean hasBegun;
    private boolean isArchived;

    private ArchivedRecords(LedgerRecords next, long before) {
        super(next);
        this.before = before;
    }

    /**
     * Shows the records of archives, and returns a receiver of the ledger's own records; {@code next} itself without archives.
     *
     * @param next receives the records
     * @param domain the name of the domain
     * @param files the archives, the oldest first, each but the first one beginning where the one before it ends
     * @throws CommandFailure if a file is no whole archive of the domain, or does not follow the one before it
     * @throws IOException if a file cannot be read
     */
    public static LedgerRecords of(LedgerRecords next, String domain, List<Path> files) throws IOException {
        long before = -1;
        for (Path file : files) {
            try (ArchiveReader archive = ArchiveReader.open(file, domain)) {
                begin(archive.head(), before, next);
                archive.showTo(next);
                before = archive.head().before();
            }
        }
        return files.isEmpty() ? next : new ArchivedRecords(next, before);
    }

    private static void begin(ArchiveHead head, long before, LedgerRecords next) {
        if (before >= 0 && head.from() != before) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "--archive: each archive must begin where the one before it ends, the oldest first: one ends at offset "
                            + before + ", and the next begins at " + head.from());
        }
        if (before < 0 && head.from() > 0) {
            next.cut();
        }
    }

    /** Says nothing: the archives have what is cut off. {@link #at} requires it. */
    @Override
    public void cut() {
        isCut = true;
    }

    @Override
    public void at(long offset, long millis) {
        if (isCut && !hasBegun && offset > before) {
            throw new CommandFailure(
                    CommandFailure.WRONG,
                    "--archive: the archives end at offset " + before + ", and the ledger begins behind that, at "
                            + offset + ": name the archives of all cuts, the oldest first");
        }
        hasBegun = true;
        isArchived = offset < before;
        if (!isArchived) {
            super.at(offset, millis);
        }
    }

    @Override
    public void accept(byte[] bytes) {
        if (!isArchived) {
            super.accept(bytes);
        }
    }
}
