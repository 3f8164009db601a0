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
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Checks the ledger of a domain against the entry of this domain in the register of domains.
 *
 * <p><b>Guarantee.</b> A domain's budget is spent against one ledger. Once a start has written the first entry of a domain,
 * every reading of a ledger of that domain must find the newest entry that the register names. Otherwise the reading is refused
 * ({@code LEDGER_BEHIND}), with two exceptions for a ledger of the registered name ({@link Reading#requireEntry}). The rule
 * refuses an empty or missing topic, of the same name or another, and a ledger of another history. The digest of an entry
 * covers all entries before it, so a ledger with this entry has every earlier claim.
 *
 * <p>The register may change until this process holds the domain's transactional id. So each reading of the ledger first
 * reads the register again. The entry that the register names is then already in the ledger.
 */
public final class DomainGuard {

    private final DomainRegister register;
    private final Place place;
    private Optional<RegisteredDomain> seen = Optional.empty();
    private Optional<String> lost = Optional.empty();
    private @Nullable Reading newest;

    /**
     * Creates a guard that has not read the register yet.
     *
     * @param register the register of the domains on the brokers of the ledger
     * @param place the domain whose ledger is opened, and the topic of this ledger
     */
    public DomainGuard(DomainRegister register, Place place) {
        this.register = register;
        this.place = place;
    }

    /**
     * The domain whose ledger is opened, and the topic of this ledger.
     *
     * @param domain the name of the domain
     * @param topic the topic of the ledger
     * @param inputs the topics that the pipeline reads, as far as they are known
     * @param shown whether the ledger is opened only to be read. A ledger that has lost its end may then be read if it is the
     *     registered topic and is not empty; the loss is reported ({@link #lost}). Such a ledger must not be written, not
     *     even by an adoption: a new entry would replace the newest one in the register, and the spending up to the lost
     *     entry would be forgotten
     */
    public record Place(String domain, String topic, Set<String> inputs, boolean shown) {

        public Place {
            inputs = Set.copyOf(inputs);
        }
    }

    /**
     * Requires that the topic exists. A domain that is not in the register passes without a topic, which may then be made.
     *
     * @param admin a client of the brokers
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if the topic of a
     *     registered domain is missing
     */
    public void requireTopic(Admin admin) throws IOException {
        try {
            look();
            if (seen.isPresent() && !LedgerTopic.isThere(admin, place.topic())) {
                throw LedgerBehind.failure(seen.get(), place.topic(), "is not there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + DomainRegister.TOPIC, e);
        }
    }

    /**
     * Reads the register and returns a reader that checks the records of a ledger on their way to another reader.
     *
     * @param records receives every record; it has not received any yet
     * @throws IOException if the brokers cannot be reached
     */
    Reading reading(LedgerRecords records) throws IOException, InterruptedException {
        look();
        newest = new Reading(seen, records);
        return newest;
    }

    /**
     * Reads the register again and returns a reader for the records behind those of the newest reading.
     *
     * @param records the receiver of the newest reading
     * @throws IOException if the brokers cannot be reached
     */
    Reading further(LedgerRecords records) throws IOException, InterruptedException {
        Reading before = Objects.requireNonNull(newest);
        look();
        newest = new Reading(seen, records, before);
        return newest;
    }

    /**
     * Makes the register if it is missing, before anything is written. A ledger that is only shown needs no register.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException in the cases of {@link DomainRegister#open}
     */
    void requireRegister() throws IOException {
        if (!place.shown()) {
            register.requireTopic();
        }
    }

    /** Names, in one line, the registered entry that the newest reading of a shown ledger lacked; empty if it lacked none. */
    Optional<String> lost() {
        return lost;
    }

    private void look() throws IOException, InterruptedException {
        seen = Optional.ofNullable(register.read().get(place.domain()));
    }

    /**
     * Returns the register's record of a new entry, to be written in the same transaction as the entry.
     *
     * @throws IllegalStateException if the ledger is only shown
     */
    ProducerRecord<byte[], byte[]> message(ChainTip entry) {
        return message(entry, snapshots());
    }

    private ProducerRecord<byte[], byte[]> message(ChainTip entry, List<RegisteredSnapshot> snapshots) {
        if (place.shown()) {
            throw new IllegalStateException(
                    "topic " + place.topic() + " was opened to be shown, and cannot be written");
        }
        Set<String> inputs = new HashSet<>(place.inputs());
        seen.ifPresent(before -> inputs.addAll(before.inputs()));
        return DomainRegister.message(new RegisteredDomain(place.domain(), place.topic(), inputs, entry, snapshots));
    }

    /** The snapshots of this ledger that the register names. */
    private List<RegisteredSnapshot> snapshots() {
        return seen.filter(known -> known.ledger().equals(place.topic()))
                .map(RegisteredDomain::snapshots)
                .orElse(List.of());
    }

    /**
     * The offset of the barrier of the older one of two snapshots that the register names; empty if it does not name two. A reading from
     * there on counts only if it {@link Reading#hasSnapshots}.
     */
    OptionalLong olderSnapshot() {
        List<RegisteredSnapshot> known = snapshots();
        return known.size() < RegisteredDomain.MOST_SNAPSHOTS
                ? OptionalLong.empty()
                : OptionalLong.of(known.get(0).barrier());
    }

    /**
     * Returns the register's record of a new snapshot, to be written in the same transaction. If the newest reading has not shown the barrier,
     * the register goes on to name the earlier snapshots.
     *
     * @param entry the entry of the snapshot
     * @throws IllegalStateException if the ledger is only shown
     */
    ProducerRecord<byte[], byte[]> snapshotMessage(DomainEntry entry) {
        List<RegisteredSnapshot> known = new ArrayList<>(snapshots());
        Reading reading = newest;
        if (reading != null && entry.event() instanceof Snapshot snapshot && reading.barrier == snapshot.barrier()) {
            known.add(new RegisteredSnapshot(reading.barrierOffset, entry.tip()));
        }
        int first = Math.max(0, known.size() - RegisteredDomain.MOST_SNAPSHOTS);
        return message(entry.tip(), known.subList(first, known.size()));
    }

    /** Passes the records of one reading on, and looks among them for the entry that the register names. */
    final class Reading extends ForwardingRecords {

        private final Optional<RegisteredDomain> expected;
        private final Set<ChainTip> entries;
        private boolean isEmpty = true;
        private boolean isReadable = true;
        private long offset = -1;
        private long barrier;
        private long barrierOffset = -1;

        private Reading(Optional<RegisteredDomain> expected, LedgerRecords records) {
            super(records);
            this.expected = expected;
            this.entries = new HashSet<>();
            expected.ifPresent(known -> records.newest(known.entry()));
        }

        /** Creates the reading behind {@code before}. The register may name an entry that was among the records of that reading. */
        private Reading(Optional<RegisteredDomain> expected, LedgerRecords records, Reading before) {
            this(expected, records);
            entries.addAll(before.entries);
            isEmpty = before.isEmpty;
            isReadable = before.isReadable;
            barrier = before.barrier;
            barrierOffset = before.barrierOffset;
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

        /** Whether the records that were read have the newest entry and all snapshots that the register names. */
        boolean hasSnapshots() {
            return expected.isPresent()
                    && entries.contains(expected.get().entry())
                    && expected.get().snapshots().stream().allMatch(snapshot -> entries.contains(snapshot.entry()));
        }

        /**
         * Requires, after the reading, that the ledger has the entry that the register names. A receiver that checks the chains may know it
         * from a snapshot, if it was cut off: a register that was restored from a backup names such an entry. A ledger of the registered name
         * with an unreadable or missing record passes as well: its reader has been told the newest entry, and skips no record
         * while that entry is missing. A shown ledger of the registered name passes if it is not empty; then {@link #lost}
         * names the entry.
         *
         * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if the ledger does
         *     not pass
         */
        void requireEntry() {
            lost = Optional.empty();
            if (expected.isEmpty()) {
                return;
            }
            RegisteredDomain known = expected.get();
            if (isEmpty) {
                throw LedgerBehind.failure(known, place.topic(), "is empty");
            }
            boolean isNamed = known.ledger().equals(place.topic());
            if (entries.contains(known.entry()) || knows(known.entry()) || (isNamed && !isReadable)) {
                return;
            }
            if (!place.shown() || !isNamed) {
                throw LedgerBehind.failure(known, place.topic(), "does not have that entry");
            }
            lost = Optional.of(DomainRegister.TOPIC + " knows of domain entry "
                    + known.entry().sequence() + ", which this ledger lacks");
        }
    }
}
