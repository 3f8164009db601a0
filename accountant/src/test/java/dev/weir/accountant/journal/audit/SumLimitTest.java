package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the limit of the sums of key accounts in a snapshot. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SumLimitTest {

    /** Three keys in one period have three sums, and the end of the latest window of each. */
    private static List<LedgerRecord> ofThreeKeys() {
        return new TestLedger()
                .decide(TestLedger.declaration(1000))
                .own("a", "run", TestLedger.claim(0, 500, "q"))
                .batch("a", "q", 1, "x", "y", "z")
                .decide(new Barrier())
                .records;
    }

    private static LedgerAudit writer(long mostSums) {
        LedgerAudit audit = LedgerAudit.ofWriter(TestLedger.DOMAIN, mostSums);
        ofThreeKeys().forEach(record -> audit.accept(LedgerBytes.encode(record)));
        return audit;
    }

    @Test
    void a_ledger_with_as_many_sums_as_a_snapshot_may_have_gets_one() {
        LedgerAudit audit = writer(6);
        assertThat(audit.hasTooManySums()).isFalse();
        assertThat(audit.isSnapshotDue(1)).isTrue();
        assertThat(audit.snapshot()).isPresent();
    }

    @Test
    void a_ledger_with_one_sum_more_gets_none_and_its_sums_are_forgotten() {
        LedgerAudit audit = writer(5);
        assertThat(audit.hasTooManySums()).isTrue();
        assertThat(audit.isSnapshotDue(1)).isFalse();
        assertThat(audit.snapshot()).isEmpty();
        assertThat(audit.report().charges()).isEmpty();
        assertThat(audit.isWhole()).isTrue();
    }
}
