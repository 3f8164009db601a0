package dev.weir.jobs.kafka;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.ForwardingRecords;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.restore.StartRefused;
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
final class DomainGuard {

    private final DomainRegister register;
    private final Place place;
    private Optional<SeenDomain> seen = Optional.empty();
    private Optional<String> lost = Optional.empty();

    DomainGuard(DomainRegister register, Place place) {
        this.register = register;
        this.place = place;
    }

    /**
     * Whose ledger is opened, where.
     *
     * @param domain the name of the domain
     * @param topic the ledger's
     * @param inputs the topics that the pipeline reads, as far as they are known
     * @param shown whether the ledger is only shown. One that has lost its end may be read then, which is said ({@link #lost}), if it is
     *     the one that the register names and has not lost everything. Nothing may be written over it, not by an adoption either: an entry that follows what
     *     is left would take the newest one's place in the register, and what was spent up to that one would be forgotten
     */
    record Place(String domain, String topic, Set<String> inputs, boolean shown) {

        Place {
            inputs = Set.copyOf(inputs);
        }
    }

    /**
     * Returns if the topic is there, or the domain has never been seen, so that its ledger may be made.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused}, else
     */
    void requireTopic(Admin admin) throws IOException {
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
     * Returns when the register is there, which is before anything is written. Only showing a ledger needs none.
     *
     * @throws IOException if the brokers cannot be reached
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException as {@link DomainRegister#open}
     */
    void requireRegister() throws IOException {
        if (!place.shown()) {
            register.requireTopic();
        }
    }

    /** What the register knows of and the newest reading of a ledger that is shown has not found, in one line. */
    Optional<String> lost() {
        return lost;
    }

    private void look() throws IOException, InterruptedException {
        seen = Optional.ofNullable(register.read().get(place.domain()));
    }

    /**
     * What the register says once an entry has been written, to be written with it.
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
        return DomainRegister.message(new SeenDomain(place.domain(), place.topic(), inputs, entry));
    }

    private RuntimeException behind(SeenDomain known, String problem) {
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

        private final Optional<SeenDomain> expected;
        private boolean isEmpty = true;
        private boolean isReadable = true;
        private boolean hasEntry;

        private Reading(Optional<SeenDomain> expected, LedgerRecords records) {
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
         * Returns if the ledger is the domain's, or has the name that the register knows and a record that is none: whoever reads it knows the
         * newest entry, and does not skip a record while that entry is missing.
         *
         * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused}, else
         */
        void requireEntry() {
            lost = Optional.empty();
            if (expected.isEmpty()) {
                return;
            }
            SeenDomain known = expected.get();
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
