package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.OwnRecords;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import java.util.Set;
import java.util.TreeSet;

/** Passes on the records of a ledger, except unreadable records at the offsets to leave out. */
final class KeptRecords extends ForwardingRecords {

    private final Set<Long> skipped;
    private final Set<Long> notFound;
    private final OwnRecords own = new OwnRecords();
    private long offset;

    KeptRecords(LedgerRecords next, Set<Long> skipped) {
        super(next);
        this.skipped = skipped;
        this.notFound = new TreeSet<>(skipped);
    }

    @Override
    public void at(long here, long millis) {
        offset = here;
        super.at(here, millis);
    }

    @Override
    public void accept(byte[] bytes) {
        boolean isOwn = own.isOwn(bytes);
        if (!skipped.contains(offset)) {
            super.accept(bytes);
        } else if (isOwn) {
            throw LedgerTopic.unusable(
                    "--skip: the record at offset " + offset + " can be read, and cannot be left out");
        } else {
            notFound.remove(offset);
        }
    }

    /** Requires, after the reading, that every offset to leave out had a record. */
    void requireAllFound() {
        if (!notFound.isEmpty()) {
            throw LedgerTopic.unusable("--skip: there is no record at offsets " + notFound);
        }
    }
}
