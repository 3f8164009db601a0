package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Holds the ledger of a domain to what the register of domains knows of it.
 *
 * <p><b>Guarantee.</b> A domain's budget is spent against one ledger. Once a start has written the first entry of a domain, every
 * reading of a ledger of that domain must find the newest entry that the register names, or it is refused ({@code LEDGER_BEHIND}): in
 * an empty or missing topic, under the same name or another, and in the ledger of another history. The digest of an entry covers
 * all entries before it, so a ledger that has it has every claim up to it.
 *
 * <p>What is read before the domain's transactional id has been taken may be out of date. So the register is read again at every
 * reading of the ledger, and before the ledger: what the register names is then in the ledger already.
 */
public final class DomainGuard {

    private final DomainRegister register;
    private final Place place;
    private Optional<RegisteredDomain> seen = Optional.empty();
    private Optional<String> lost = Optional.empty();

    /**
     * A guard that has not looked yet.
     *
     * @param register the register of the domains on the brokers of the ledger
     * @param place the domain whose ledger is opened, and its place
     */
    public DomainGuard(DomainRegister register, Place place) {
        this.register = register;
        this.place = place;
    }

    /**
     * The domain whose ledger is opened, and its place.
     *
     * @param domain the name of the domain
     * @param topic the topic of the ledger
     * @param inputs the topics that the pipeline reads, as far as they are known
     * @param shown whether the ledger is only read. It may then be read even if it has lost its end, which is reported
     * ({@link #lost}), if it is the one that the register names and has not lost everything. Nothing may be written
     * over it, not even an adoption: an entry that follows the rest would replace the newest one in the register, and
     * the spending up to that one would be forgotten
     */
    public record Place(String domain, String topic, Set<String> inputs, boolean shown) {

        public Place {
            inputs = Set.copyOf(inputs);
        }
    }

    /**
     * Returns if the topic is there, or the domain has never been seen, so that its ledger may be made.
     *
     * @param admin a client of the brokers
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused}, else
     */
    public void requireTopic(Admin admin) throws IOException {
        try {
            look();
            if (seen.isPresent() && !LedgerTopic.isThere(admin, place.topic())) {
                throw behind(seen.get(), "is not there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while looking at topic " + DomainRegister.TOPIC, e);
        }
    }

    /**
     * Passes the records of a ledger on, to a reading that has not begun yet.
     *
     * @throws IOException if the brokers cannot be reached
     */
    Reading reading(LedgerRecords records) throws IOException, InterruptedException {
        look();
        return new Reading(seen, records);
    }

    /**
     * Returns when the register is there, which is before anything is written. Only showing a ledger needs no register.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException in the cases of {@link DomainRegister#open}
     */
    void requireRegister() throws IOException {
        if (!place.shown()) {
            register.requireTopic();
        }
    }

    /** The entry that the register knows of and the newest reading of a shown ledger has not found, in one line. */
    Optional<String> lost() {
        return lost;
    }

    private void look() throws IOException, InterruptedException {
        seen = Optional.ofNullable(register.read().get(place.domain()));
    }

    /**
     * The register's message about a new entry, to be written in the same transaction.
     *
     * @throws IllegalStateException if the ledger is only shown
     */
    ProducerRecord<byte[], byte[]> message(ChainTip entry) {
        if (place.shown()) {
            throw new IllegalStateException(
                    "topic " + place.topic() + " was opened to be shown, and cannot be written");
        }
        Set<String> inputs = new HashSet<>(place.inputs());
        seen.ifPresent(before -> inputs.addAll(before.inputs()));
        return DomainRegister.message(new RegisteredDomain(place.domain(), place.topic(), inputs, entry));
    }

    private RuntimeException behind(RegisteredDomain known, String problem) {
        boolean isSame = known.ledger().equals(place.topic());
        String found = "domain " + known.domain() + " has been seen before, with its ledger in topic " + known.ledger()
                + " (up to domain entry " + known.entry().sequence() + "), and topic " + place.topic() + " " + problem;
        String remedy = isSame
                ? "restore the topic"
                : "name topic " + known.ledger() + " as the ledger (sink.kafka.ledger), restored if it is lost";
        return new StartRefused(
                        StartRefused.Code.LEDGER_BEHIND,
                        found + ": " + remedy
                                + "; what was spent counts, so without that ledger start under another domain"
                                + " name, whose losses add")
                .asFailure();
    }

    /** Looks at the records of one reading for the entry that the register names. */
    final class Reading extends ForwardingRecords {

        private final Optional<RegisteredDomain> expected;
        private boolean isEmpty = true;
        private boolean isReadable = true;
        private boolean hasEntry;

        private Reading(Optional<RegisteredDomain> expected, LedgerRecords records) {
            super(records);
            this.expected = expected;
            expected.ifPresent(known -> records.newest(known.entry()));
        }

        @Override
        public void missing() {
            isEmpty = false;
            isReadable = false;
            super.missing();
        }

        @Override
        public void accept(byte[] bytes) {
            isEmpty = false;
            if (expected.isPresent() && !LedgerBytes.isRow(bytes)) {
                compare(LedgerBytes.decode(bytes));
            }
            super.accept(bytes);
        }

        private void compare(Optional<LedgerRecord> record) {
            isReadable &= record.isPresent();
            hasEntry |= record.isPresent()
                    && record.get() instanceof DomainEntry entry
                    && entry.tip().equals(expected.orElseThrow().entry());
        }

        /**
         * Returns if the ledger is the domain's, or has the name that the register knows and a record that is none:
         * whoever reads it knows the newest entry, and does not skip a record while that entry is missing.
         *
         * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused}, else
         */
        void requireEntry() {
            lost = Optional.empty();
            if (expected.isEmpty()) {
                return;
            }
            RegisteredDomain known = expected.get();
            if (isEmpty) {
                throw behind(known, "is empty");
            }
            boolean isNamed = known.ledger().equals(place.topic());
            if (hasEntry || (isNamed && !isReadable)) {
                return;
            }
            if (!place.shown() || !isNamed) {
                throw behind(known, "does not have that entry");
            }
            lost = Optional.of(DomainRegister.TOPIC + " knows of domain entry "
                    + known.entry().sequence() + ", which this ledger lacks");
        }
    }
}
