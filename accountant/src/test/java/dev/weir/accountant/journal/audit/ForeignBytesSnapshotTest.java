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
import dev.weir.accountant.journal.reading.OwnRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** Returns what two readers of a ledger say, one with a part of somebody else at a place, and one with other bytes of somebody else. */
    private static List<LedgerAudit.Report> reports(
            List<LedgerRecord> records, int place, SnapshotPart part, boolean isCut) {
        LedgerAudit reader = new LedgerAudit(TestLedger.DOMAIN);
        LedgerAudit expected = new LedgerAudit(TestLedger.DOMAIN);
        if (isCut) {
            reader.cut();
            expected.cut();
        }
        for (int i = 0; i <= records.size(); i++) {
            if (i == place) {
                reader.accept(LedgerBytes.encode(part));
                expected.accept(new byte[] {42});
            }
            if (i < records.size()) {
                reader.accept(LedgerBytes.encode(records.get(i)));
                expected.accept(LedgerBytes.encode(records.get(i)));
            }
        }
        return List.of(reader.report(), expected.report());
    }

    /** The part has the numbers of the one that could come at its place, or of the next snapshot's first one. */
    @Test
    void a_part_of_somebody_else_at_any_place_reads_as_any_bytes_that_cannot_be_read() {
        List<LedgerRecord> all =
                SnapshotTest.twoSnapshots().confirm("a").confirm("b").decide(new Barrier()).records;
        int cut = SnapshotTest.cuts(all).get(0);
        int unbroken = 0;
        for (List<LedgerRecord> records : List.of(all, all.subList(cut, all.size()))) {
            boolean isCut = records != all;
            long entry = 0;
            int index = 0;
            for (int place = 0; place <= records.size(); place++) {
                for (SnapshotPart part : List.of(numbered(Math.max(1, entry), index), numbered(entry + 1, 0))) {
                    List<LedgerAudit.Report> reports = reports(records, place, part, isCut);
                    assertThat(reports.get(0)).isEqualTo(reports.get(1));
                    unbroken += reports.get(0).view().broken().isEmpty() ? 1 : 0;
                }
                if (place < records.size()) {
                    index = records.get(place) instanceof SnapshotPart ? index + 1 : 0;
                    entry = records.get(place) instanceof DomainEntry next
                            ? next.tip().sequence()
                            : entry;
                }
            }
        }
        assertThat(unbroken).as("readings that skip the part").isGreaterThan(40);
    }

    private static SnapshotPart numbered(long entry, int index) {
        return new SnapshotPart(entry, index, SnapshotPart.Content.LEDGER, new byte[] {1});
    }

    /** What the watch of a running job reports is what a reader of the chains skips. */
    @Test
    void records_of_the_ledger_are_told_from_parts_of_somebody_else_without_reading_the_chains() {
        List<LedgerRecord> records = SnapshotTest.twoSnapshots().records;
        OwnRecords own = new OwnRecords();
        for (LedgerRecord record : records) {
            assertThat(own.isOwn(LedgerBytes.encode(numbered(7, 0)))).isFalse();
            assertThat(own.isOwn(new byte[] {42})).isFalse();
            assertThat(own.isOwn(LedgerBytes.encode(record))).isTrue();
            if (record instanceof SnapshotPart) {
                assertThat(own.isOwn(LedgerBytes.encode(record))).isFalse();
            }
        }
    }

    @Test
    void records_without_end_between_a_barrier_and_its_snapshot_are_not_held_in_memory() {
        List<LedgerRecord> records = SnapshotTest.twoSnapshots().records;
        LedgerReader behind = new LedgerReader(TestLedger.DOMAIN, WantedDigests.NOTHING);
        behind.cut();
        int cut = SnapshotTest.cuts(records).get(0);
        behind.accept(LedgerBytes.encode(records.get(cut)));
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 95; i++) {
            behind.accept(large);
        }
        assertThat(behind.isBroken()).isFalse();
        behind.accept(large);
        assertThat(SnapshotTest.reason(behind.view())).contains(Reason.CUT);
    }

    @Test
    void no_snapshot_is_written_too_far_behind_its_barrier_or_of_too_many_sums() {
        for (int megabytes : List.of(31, 33)) {
            TestLedger ledger = SnapshotTest.twoSnapshots().decide(new Barrier());
            LedgerAudit audit = SnapshotTest.audit(ledger.records, false);
            audit.newest(ledger.view().tip());
            byte[] large = new byte[1 << 20];
            for (int i = 0; i < megabytes; i++) {
                audit.accept(large);
            }
            int before = ledger.records.size();
            ledger.confirm("a").confirm("b");
            ledger.records.subList(before, before + 2).forEach(record -> audit.accept(LedgerBytes.encode(record)));
            assertThat(audit.snapshot().isPresent()).isEqualTo(megabytes < 32);
        }
        assertThat(SnapshotParts.fit(33_000_000, 500_000)).isTrue();
        assertThat(SnapshotParts.fit(33_000_000, 600_000)).isFalse();
    }

    @Test
    void bytes_of_a_part_with_numbers_out_of_range_or_too_many_bytes_are_no_record() {
        byte[] largest = LedgerBytes.encode(part(1, SnapshotPart.MOST_BYTES));
        assertThat(LedgerBytes.decode(largest)).isPresent();
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
