package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.kafka.ledger.RegisteredDomain.RegisteredSnapshot;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Passes the records of one reading on, and looks among them for the entry that the register of domains names. */
final class GuardedReading extends ForwardingRecords {

    private final RegisterContents register;
    private final DomainPlace place;
    private final Optional<RegisteredDomain> expected;
    private final Set<ChainTip> entries = new HashSet<>();
    private boolean isEmpty = true;
    private boolean isReadable = true;
    private long offset = -1;
    private long barrier;
    private long barrierOffset = -1;

    /**
     * Creates a reading that has read no record.
     *
     * @param register the register, which was read before
     * @param place the domain and the topic of its ledger
     * @param records receives every record; it has not received any yet
     */
    GuardedReading(RegisterContents register, DomainPlace place, LedgerRecords records) {
        super(records);
        this.register = register;
        this.place = place;
        this.expected = register.started(place.domain());
        expected.ifPresent(known -> records.newest(known.entry()));
    }

    /** Creates the reading behind this one. The register may name an entry that was among the records of this one. */
    GuardedReading further(RegisterContents later, LedgerRecords records) {
        GuardedReading next = new GuardedReading(later, place, records);
        next.entries.addAll(entries);
        next.isEmpty = isEmpty;
        next.isReadable = isReadable;
        next.barrier = barrier;
        next.barrierOffset = barrierOffset;
        return next;
    }

    /** Says that the records before those of this reading have been read by another process. */
    void isBehindOthers() {
        isEmpty = false;
    }

    @Override
    public void at(long here, long millis) {
        offset = here;
        super.at(here, millis);
    }

    @Override
    public void missing() {
        isEmpty = false;
        isReadable = false;
        super.missing();
    }

    /** A log whose start is gone is not empty, whatever is left. What stands for its start is for the next reader to judge. */
    @Override
    public void cut() {
        isEmpty = false;
        super.cut();
    }

    @Override
    public void accept(byte[] bytes) {
        isEmpty = false;
        if (!LedgerBytes.isRow(bytes)) {
            note(LedgerBytes.decode(bytes));
        }
        super.accept(bytes);
    }

    private void note(Optional<LedgerRecord> record) {
        isReadable &= record.isPresent();
        if (record.isPresent() && record.get() instanceof DomainEntry entry) {
            entries.add(entry.tip());
            if (entry.event() instanceof Barrier) {
                barrier = entry.tip().sequence();
                barrierOffset = offset;
            }
        }
    }

    /** Whether the topic had no record. */
    boolean isEmpty() {
        return isEmpty;
    }

    /** Whether the newest entry that the register names was read, or is known to the receiver; true if it names none. */
    boolean hasEntry() {
        return expected.isEmpty() || has(expected.get().entry());
    }

    private boolean has(ChainTip entry) {
        return entries.contains(entry) || knows(entry);
    }

    /** Whether the records that were read have the newest entry and all snapshots that the register names. */
    boolean hasSnapshots() {
        return expected.isPresent()
                && entries.contains(expected.get().entry())
                && expected.get().snapshots().stream().allMatch(snapshot -> entries.contains(snapshot.entry()));
    }

    /** A snapshot as the register names it; empty if its barrier is not the newest one that was read. */
    Optional<RegisteredSnapshot> registered(DomainEntry entry) {
        return entry.event() instanceof Snapshot snapshot && snapshot.barrier() == barrier
                ? Optional.of(new RegisteredSnapshot(barrierOffset, entry.tip()))
                : Optional.empty();
    }

    /**
     * Requires, after the reading, that the ledger has the entry that the register names. A receiver that checks the chains may know it
     * from a snapshot, if it was cut off: a register that was restored from a backup names such an entry. A ledger of the registered name
     * with an unreadable or missing record passes as well: its reader has been told the newest entry, and skips no record
     * while that entry is missing. A shown ledger of the registered name passes if it is not empty.
     *
     * @return one line that names the entry that a shown ledger lacks; empty if none is missing
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a
     *     {@link dev.weir.operators.state.restore.StartRefused} if the ledger does not pass, or is not for this domain
     */
    Optional<String> requireEntry() {
        if (expected.isEmpty()) {
            if (isEmpty && !place.shown()) {
                TopicClaim.requireFirst(register, place);
            }
            return Optional.empty();
        }
        RegisteredDomain known = expected.get();
        if (isEmpty) {
            throw LedgerBehind.failure(known, place.topic(), "is empty");
        }
        boolean isNamed = known.ledger().equals(place.topic());
        if (has(known.entry()) || (isNamed && !isReadable)) {
            return Optional.empty();
        }
        if (!place.shown() || !isNamed) {
            throw LedgerBehind.failure(known, place.topic(), "does not have that entry");
        }
        return Optional.of(DomainRegister.TOPIC + " knows of domain entry "
                + known.entry().sequence() + ", which this ledger lacks");
    }
}
