package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
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
 * ({@code LEDGER_BEHIND}), with two exceptions for a ledger of the registered name ({@link GuardedReading#requireEntry}). The rule
 * refuses an empty or missing topic, of the same name or another, and a ledger of another history. The digest of an entry
 * covers all entries before it, so a ledger with this entry has every earlier claim.
 *
 * <p>The register may change until this process holds the domain's transactional id. So each reading of the ledger first
 * reads the register again. The entry that the register names is then already in the ledger.
 */
public final class DomainGuard {

    private final DomainRegister register;
    private final DomainPlace place;
    private RegisterContents contents = new RegisterContents();
    private Optional<String> lost = Optional.empty();
    private @Nullable GuardedReading newest;

    /**
     * Creates a guard that has not read the register yet.
     *
     * @param register the register of the domains on the brokers of the ledger
     * @param place the domain whose ledger is opened, and the topic of this ledger
     */
    public DomainGuard(DomainRegister register, DomainPlace place) {
        this.register = register;
        this.place = place;
    }

    /**
     * Requires that the topic exists. A domain that is not in the register passes without a topic, which may then be made, unless another
     * domain has claimed it.
     *
     * @param admin a client of the brokers
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if the topic of a
     *     registered domain is missing, or that of another one is claimed
     */
    public void requireTopic(Admin admin) throws IOException {
        try {
            contents = register.read();
            Optional<RegisteredDomain> seen = seen();
            if (seen.isPresent() && !LedgerTopic.isThere(admin, place.topic())) {
                throw LedgerBehind.failure(seen.get(), place.topic(), "is not there");
            }
            boolean isClaimed = contents.firstClaim(place.topic()).isPresent();
            if (isClaimed && !place.shown() && !LedgerTopic.isThere(admin, place.topic())) {
                TopicClaim.requireFirst(contents, place);
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
    GuardedReading reading(LedgerRecords records) throws IOException, InterruptedException {
        contents = register.read();
        newest = new GuardedReading(contents, place, records);
        return newest;
    }

    /**
     * Reads the register again and returns a reader for the records behind those of the newest reading.
     *
     * @param records the receiver of the newest reading
     * @throws IOException if the brokers cannot be reached
     */
    GuardedReading further(LedgerRecords records) throws IOException, InterruptedException {
        GuardedReading before = Objects.requireNonNull(newest);
        contents = register.read();
        newest = before.further(contents, records);
        return newest;
    }

    /**
     * Reads the register and returns a reader for the records behind those that another process has read.
     *
     * @param records the receiver, which has what was read before
     * @throws IOException if the brokers cannot be reached
     */
    GuardedReading readingBehind(LedgerRecords records) throws IOException, InterruptedException {
        GuardedReading reading = reading(records);
        reading.isBehindOthers();
        return reading;
    }

    /**
     * Requires that the newest reading has found the entry that the register names, or a ledger that needs none.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException as {@link GuardedReading#requireEntry}, and if the topic is the
     *     ledger of another domain
     */
    void requireEntry() throws IOException, InterruptedException {
        GuardedReading reading = Objects.requireNonNull(newest);
        lost = reading.requireEntry();
        if (seen().isEmpty() && !reading.isEmpty() && !place.shown()) {
            // another domain may have written the topic's first entry, and its name, since the register was read
            TopicClaim.requireNoOtherLedger(register.read(), place);
        }
    }

    /**
     * Returns the register's record by which the domain claims the topic, to be written under the domain's id; empty if none is needed, because
     * the newest reading has found records, or the register knows the domain. Called while the id is held; the reading that follows judges
     * the claim.
     *
     * @throws IOException if the brokers cannot be reached
     */
    Optional<ProducerRecord<byte[], byte[]>> claim() throws IOException, InterruptedException {
        GuardedReading before = newest;
        return place.shown() || (before != null && !before.isEmpty())
                ? Optional.empty()
                : TopicClaim.wanted(register.read(), place).map(DomainRegister::message);
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

    private Optional<RegisteredDomain> seen() {
        return contents.started(place.domain());
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
        seen().ifPresent(before -> inputs.addAll(before.inputs()));
        return DomainRegister.message(new RegisteredDomain(place.domain(), place.topic(), inputs, entry, snapshots));
    }

    /** The snapshots of this ledger that the register names. */
    private List<RegisteredSnapshot> snapshots() {
        return seen().map(known -> known.snapshotsIn(place.topic())).orElse(List.of());
    }

    /**
     * The offset of the barrier of the older one of two snapshots that the register names; empty if it does not name two. A reading from
     * there on counts only if it {@link GuardedReading#hasSnapshots}.
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
        Optional.ofNullable(newest)
                .flatMap(reading -> reading.registered(entry))
                .ifPresent(known::add);
        return message(entry.tip(), RegisteredDomain.newest(known));
    }
}
