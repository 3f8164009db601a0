package dev.weir.accountant.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Tests that an audit of charges from a folded form on is the same as one of everything. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FoldedChargesTest {

    private static final long HOUR = TestLedger.HOUR;

    private static List<Optional<Reason>> audit(ChargeAudit audit, List<LedgerRecord> records) {
        return records.stream().map(audit::accept).toList();
    }

    private static ChargeAudit of(List<LedgerRecord> records) {
        ChargeAudit audit = new ChargeAudit();
        audit(audit, records);
        return audit;
    }

    private static ChargeAudit throughBytes(ChargeAudit audit) {
        return FoldedCharges.of(FoldedCharges.of(audit).bytes()).orElseThrow().audit();
    }

    /** Random rows, whose ends need not grow and whose charges need not fit, behind the records of a random ledger. */
    private static List<LedgerRecord> random(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        List<LedgerRecord> records = new ArrayList<>(RandomLedger.of(random, 30));
        for (int i = 0; i < 30; i++) {
            String query = random.nextInt(10) == 0 ? "unclaimed" : "qa";
            byte[] row = TestLedger.row(query, "x" + random.nextInt(3), 1L + random.nextInt(300), random.nextInt(4000));
            records.add(random.nextInt(records.size()), new RowEntry("a", 1, 0, row));
        }
        return records;
    }

    @RepeatedTest(15)
    void an_audit_from_a_folded_form_has_the_sums_and_the_faults_of_an_audit_of_everything(RepetitionInfo run) {
        List<LedgerRecord> records = random(run);
        ChargeAudit whole = new ChargeAudit();
        List<Optional<Reason>> faults = audit(whole, records);
        assertThat(faults).contains(Optional.of(Reason.REPEATED)).contains(Optional.of(Reason.FOREIGN_OWNER));
        for (int cut = 0; cut <= records.size(); cut++) {
            ChargeAudit folded = throughBytes(of(records.subList(0, cut)));
            assertThat(audit(folded, records.subList(cut, records.size())))
                    .isEqualTo(faults.subList(cut, records.size()));
            assertThat(folded.spent()).isEqualTo(whole.spent());
            assertThat(FoldedCharges.of(folded)).isEqualTo(FoldedCharges.of(whole));
            assertThat(FoldedCharges.of(folded).bytes())
                    .isEqualTo(FoldedCharges.of(whole).bytes());
        }
    }

    @RepeatedTest(1)
    void bytes_that_are_changed_or_cut_are_another_form_or_none(RepetitionInfo run) {
        FoldedCharges folded = FoldedCharges.of(of(random(run)));
        byte[] bytes = folded.bytes();
        for (int at = 0; at < bytes.length; at++) {
            assertThat(FoldedCharges.of(Arrays.copyOf(bytes, at))).isEmpty();
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            assertThat(FoldedCharges.of(changed)).isNotEqualTo(Optional.of(folded));
        }
    }

    /** Returns the fault of a row of 3 of the 5 &epsilon; of a key's day, if the folded form has lost a part. */
    private static Optional<Reason> second(long hour, boolean hasSums, boolean hasEnds) {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q"));
        ledger.records.add(new RowEntry("a", 1, 0, TestLedger.row("q", "x", 2, 3000)));
        FoldedCharges folded = FoldedCharges.of(of(ledger.records));
        FoldedCharges faulty = new FoldedCharges(
                folded.zone(),
                folded.terms(),
                hasSums ? folded.spent() : Map.of(),
                hasEnds ? folded.latest() : Map.of());
        return faulty.audit().accept(new RowEntry("a", 2, 0, TestLedger.row("q", "x", hour, 3000)));
    }

    @Test
    void a_folded_form_that_forgets_a_balance_would_refund_it() {
        assertThat(second(3, true, true)).contains(Reason.OVERDRAWN);
        assertThat(second(3, false, true)).isEmpty();
    }

    @Test
    void a_folded_form_that_forgets_the_end_of_a_key_would_take_a_window_twice() {
        assertThat(second(25, true, true)).isEmpty();
        assertThat(second(2, false, true)).contains(Reason.REPEATED);
        assertThat(second(2, false, false)).isEmpty();
    }

    @Test
    void the_sum_of_a_period_that_is_over_is_kept() {
        TestLedger ledger = new TestLedger().decide(TestLedger.declaration(1000));
        ledger.own("a", "run", TestLedger.claim(0, 500, "q"));
        ledger.records.add(new RowEntry("a", 1, 0, TestLedger.row("q", "x", 2, 3000)));
        ledger.records.add(new RowEntry("a", 2, 0, TestLedger.row("q", "x", 30, 1000)));
        assertThat(FoldedCharges.of(of(ledger.records)).spent())
                .containsEntry(new ChargeAudit.Scope("a", "q", "x", 0), TestLedger.milli(3000))
                .containsEntry(new ChargeAudit.Scope("a", "q", "x", 24 * HOUR), TestLedger.milli(1000));
    }
}
