package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The readings of a ledger in a topic, one after the other. Each is compared with the register of domains. */
final class KafkaReadings {

    private final LedgerLog log;
    private final DomainGuard guard;

    /** The receiver of the newest reading, if that has succeeded. */
    private @Nullable LedgerRecords receiver;

    KafkaReadings(LedgerLog log, DomainGuard guard) {
        this.log = log;
        this.guard = guard;
    }

    /** Implements {@link dev.weir.operators.ledger.Ledger#read}. */
    void read(LedgerRecords records) throws IOException, InterruptedException {
        receiver = null;
        GuardedReading reading = guard.reading(records);
        log.read(reading);
        guard.requireEntry();
        receiver = records;
    }

    /** Implements {@link dev.weir.operators.ledger.Ledger#readOn}. */
    boolean readOn(LedgerRecords records) throws IOException, InterruptedException {
        if (records != receiver) {
            return false;
        }
        receiver = null;
        GuardedReading reading = guard.further(records);
        if (!log.readOn(reading)) {
            return false;
        }
        guard.requireEntry();
        receiver = records;
        return true;
    }

    /** Implements {@link dev.weir.operators.ledger.Ledger#reached}. */
    Optional<byte[]> reached(LedgerRecords records) {
        return records == receiver ? log.reached() : Optional.empty();
    }

    /**
     * Implements {@link dev.weir.operators.ledger.Ledger#readBehind}. If the register names an entry that the receiver does not know then,
     * everything is read, so that the whole reading decides.
     */
    boolean readBehind(byte[] place, LedgerRecords records) throws IOException, InterruptedException {
        receiver = null;
        GuardedReading reading = guard.readingBehind(records);
        OptionalLong nearer = guard.olderSnapshot();
        if (!log.readBehind(place, nearer.orElse(0), reading) || !reading.hasEntry()) {
            return false;
        }
        guard.requireEntry();
        receiver = records;
        return true;
    }

    /**
     * Implements {@link dev.weir.operators.ledger.Ledger#readFromSnapshot}. The register has named the offset in the transaction of the
     * snapshot. Nobody has to believe it: the receiver requires a barrier there, the snapshot that names it, and a second one that is
     * recomputed from the first; and the entries that follow must be those of the chain whose newest entry the register names.
     */
    boolean readFromSnapshot(LedgerRecords records) throws IOException, InterruptedException {
        receiver = null;
        GuardedReading reading = guard.reading(records);
        OptionalLong barrier = guard.olderSnapshot();
        if (barrier.isEmpty() || !log.readFrom(barrier.getAsLong(), reading) || !reading.hasSnapshots()) {
            return false;
        }
        guard.requireEntry();
        receiver = records;
        return true;
    }
}
