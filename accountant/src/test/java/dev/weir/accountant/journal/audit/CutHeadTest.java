package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests how much a reading holds at the start of a ledger that was cut. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CutHeadTest {

    private static final List<LedgerRecord> RECORDS = SnapshotTest.twoSnapshots().records;

    /** Whether the snapshot is found by a reading that holds no more than {@code most} bytes. */
    private static boolean isFound(List<LedgerRecord> head, long most) {
        CutHead start = new CutHead(TestLedger.DOMAIN, most);
        return head.stream().allMatch(record -> start.accepts(record, 0)) && start.isFound();
    }

    @Test
    void a_barrier_and_its_snapshot_are_taken_up_to_a_number_of_bytes() {
        int barrier = SnapshotTest.cuts(RECORDS).get(0);
        int snapshot = SnapshotTest.places(RECORDS, Snapshot.class).get(0);
        List<LedgerRecord> head = RECORDS.subList(barrier, snapshot + 1);
        long bytes = head.stream()
                .mapToLong(record -> LedgerBytes.encode(record).length)
                .sum();
        assertThat(isFound(head, CutHead.MOST_BYTES)).isTrue();
        assertThat(isFound(head, bytes + 128L * head.size())).isTrue();
        assertThat(isFound(head, bytes - 1)).isFalse();
    }

    /** What cannot be read takes memory as well. */
    @Test
    void records_that_cannot_be_read_count() {
        CutHead start = new CutHead(TestLedger.DOMAIN, 1000);
        assertThat(start.accepts(RECORDS.get(SnapshotTest.cuts(RECORDS).get(0)), 0))
                .isTrue();
        int taken = 0;
        while (start.accepts(null, taken)) {
            taken++;
        }
        assertThat(taken).isBetween(1, 7);
    }
}
