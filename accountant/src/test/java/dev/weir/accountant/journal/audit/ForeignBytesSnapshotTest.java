package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests snapshots of a ledger with records that cannot be read, and of builds that cannot read snapshots. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ForeignBytesSnapshotTest {

    @Test
    void a_barrier_within_a_batch_or_behind_bytes_that_may_be_a_batch_has_no_snapshot() {
        TestLedger ledger = SnapshotTest.twoSnapshots();
        List<LedgerRecord> rows = new ArrayList<>(SnapshotTest.twoSnapshots().batch("b", "r", 3, "x").records);
        LedgerRecord row = rows.get(rows.size() - 2);
        LedgerRecord barrier = ledger.decide(new Barrier()).records.get(ledger.records.size() - 1);
        LedgerAudit within = SnapshotTest.audit(SnapshotTest.twoSnapshots().records, false);
        List.of(row, barrier, rows.get(rows.size() - 1)).forEach(record -> within.accept(LedgerBytes.encode(record)));
        assertThat(within.report().view().broken()).isEmpty();
        assertThat(within.snapshot()).isEmpty();
        LedgerAudit behind = SnapshotTest.audit(SnapshotTest.twoSnapshots().records, false);
        behind.accept(new byte[] {42});
        behind.accept(LedgerBytes.encode(barrier));
        assertThat(behind.snapshot()).isEmpty();
    }

    @Test
    void bytes_of_somebody_else_do_not_hold_a_snapshot_back_once_nothing_is_missing() {
        TestLedger ledger = SnapshotTest.twoSnapshots();
        LedgerAudit audit = SnapshotTest.audit(ledger.records, false);
        audit.accept(new byte[] {42});
        int before = ledger.records.size();
        ledger.confirm("a").confirm("b").decide(new Barrier()).decide(new Barrier());
        ledger.records
                .subList(before, ledger.records.size())
                .forEach(record -> audit.accept(LedgerBytes.encode(record)));
        assertThat(audit.snapshot())
                .contains(SnapshotTest.audit(ledger.records, false).snapshot().orElseThrow());
    }

    @Test
    void bytes_of_somebody_else_between_barrier_and_snapshot_are_skipped_behind_a_cut_as_before_it() {
        List<LedgerRecord> records = SnapshotTest.twoSnapshots().confirm("b").records;
        int cut = SnapshotTest.cuts(records).get(0);
        LedgerReader whole = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        LedgerReader behind = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        behind.cut();
        for (int i = 0; i < records.size(); i++) {
            byte[] bytes = LedgerBytes.encode(records.get(i));
            whole.accept(bytes);
            if (i >= cut) {
                behind.accept(bytes);
            }
            if (i == cut) {
                whole.accept(new byte[] {42});
                behind.accept(new byte[] {42});
            }
        }
        assertThat(whole.view().broken()).isEmpty();
        assertThat(behind.view().pipelines()).isEqualTo(whole.view().pipelines());
        assertThat(behind.view().skipped().count()).isEqualTo(1);
    }

    private static SnapshotPart part(long entry, int length) {
        return new SnapshotPart(entry, 0, SnapshotPart.Content.LEDGER, new byte[length]);
    }

    @Test
    void a_part_of_somebody_else_without_a_barrier_reads_as_any_bytes_that_cannot_be_read() {
        TestLedger ledger = SnapshotTest.twoSnapshots();
        LedgerReader reader = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        LedgerReader expected = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        ledger.records.forEach(record -> {
            reader.accept(LedgerBytes.encode(record));
            expected.accept(LedgerBytes.encode(record));
        });
        long next = reader.view().tip().sequence() + 1;
        for (SnapshotPart part : List.of(part(next, 1), part(next + 5, 9))) {
            reader.accept(LedgerBytes.encode(part));
            expected.accept(new byte[] {42});
            assertThat(reader.view()).isEqualTo(expected.view());
        }
        int before = ledger.records.size();
        ledger.confirm("a").confirm("b").decide(new Barrier());
        ledger.records.subList(before, ledger.records.size()).forEach(record -> {
            reader.accept(LedgerBytes.encode(record));
            expected.accept(LedgerBytes.encode(record));
            assertThat(reader.view()).isEqualTo(expected.view());
        });
        assertThat(reader.view().broken()).isEmpty();
        assertThat(reader.view().skipped().count()).isEqualTo(2);
    }

    @Test
    void a_part_while_a_barrier_waits_breaks_the_ledger_if_it_is_not_the_next_or_longer_than_the_state() {
        List<LedgerRecord> records = SnapshotTest.twoSnapshots().decide(new Barrier()).records;
        long next = ((DomainEntry) records.get(records.size() - 1)).tip().sequence() + 1;
        assertThat(reasonWith(records, part(next, SnapshotPart.MOST_BYTES))).contains(Reason.SNAPSHOT);
        assertThat(reasonWith(records, part(next + 1, 1))).contains(Reason.SEQUENCE);
        assertThat(reasonWith(records, part(next, 1))).contains(Reason.INCOMPLETE);
    }

    private static Optional<Reason> reasonWith(List<LedgerRecord> records, SnapshotPart part) {
        LedgerReader reader = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        records.forEach(reader::accept);
        reader.accept(LedgerBytes.encode(part));
        return SnapshotTest.reason(reader.view());
    }

    @Test
    void bytes_of_a_part_with_numbers_out_of_range_or_too_many_bytes_are_no_record() {
        byte[] largest = LedgerBytes.encode(part(1, SnapshotPart.MOST_BYTES));
        assertThat(LedgerBytes.decode(largest)).isPresent();
        assertThat(LedgerBytes.isOfChain(largest)).isFalse();
        byte[] longer = Arrays.copyOf(largest, largest.length + 1);
        ByteBuffer.wrap(longer)
                .putInt(longer.length - SnapshotPart.MOST_BYTES - 1 - Integer.BYTES, SnapshotPart.MOST_BYTES + 1);
        assertThat(LedgerBytes.decode(longer)).isEmpty();
        byte[] ofNoEntry = LedgerBytes.encode(part(1, 1));
        ByteBuffer.wrap(ofNoEntry).putLong(2, 0);
        assertThat(LedgerBytes.decode(ofNoEntry)).isEmpty();
    }

    /** A build from before snapshots reads the records of this one as bytes of somebody else. */
    @Test
    void a_build_that_does_not_know_snapshots_refuses_the_ledger_from_the_first_barrier_on() {
        List<LedgerRecord> records = SnapshotTest.twoSnapshots().records;
        LedgerReader earlier = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        int first = SnapshotTest.places(records, Barrier.class).get(0);
        for (int i = 0; i < records.size(); i++) {
            boolean isNew = records.get(i) instanceof SnapshotPart
                    || (records.get(i) instanceof DomainEntry entry
                            && (entry.event() instanceof Barrier || entry.event() instanceof Snapshot));
            earlier.accept(isNew ? new byte[] {42} : LedgerBytes.encode(records.get(i)));
            boolean isWithinBatch = i + 1 < records.size() && records.get(i) instanceof RowEntry;
            assertThat(earlier.view().broken().isPresent()).isEqualTo(i >= first || isWithinBatch);
        }
    }
}
