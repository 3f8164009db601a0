package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.SnapshotPart;
import java.util.ArrayList;
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
