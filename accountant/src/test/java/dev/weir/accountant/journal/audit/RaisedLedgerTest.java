package dev.weir.accountant.journal.audit;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit.Report;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests how a reader handles a larger budget from a period on, and claims whose share grows there. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RaisedLedgerTest {

    private static Report audit(List<byte[]> records) {
        return LedgerAudit.of(DOMAIN, records);
    }

    private static Reason reason(TestLedger ledger) {
        return audit(ledger.bytes()).view().broken().orElseThrow().reason();
    }

    private static Raise raise(long from, long budget) {
        return new Raise(from, milli(budget), Delta.ZERO);
    }

    /** Two pipelines claim 1.1 together. The budget is 1 before the third day and 1.2 from then on. */
    @Test
    void a_raise_lets_claims_in_from_its_first_period_on_and_none_before() {
        for (long from : new long[] {1, 2, 3}) {
            TestLedger ledger = new TestLedger()
                    .decide(declaration(1000))
                    .own("p", "run-1", claim(0, 700, "trips"))
                    .decide(raise(2, 1200))
                    .own("q", "run-2", claim(from, 400, "fares"));
            assertThat(audit(ledger.bytes()).view().broken().map(LedgerBreak::reason))
                    .isEqualTo(from < 2 ? Optional.of(Reason.OVERSPENT) : Optional.empty());
        }
    }

    /** A further declaration may state another budget, as after an adoption, but never another delta for keys. */
    @Test
    void a_second_declaration_that_changes_the_delta_for_keys_breaks_a_ledger() {
        Declaration first = declaration(1000).paying(new Delta(BigInteger.TWO));
        for (BigInteger keys : List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.valueOf(3))) {
            TestLedger ledger =
                    new TestLedger().decide(first).decide(declaration(2000).paying(new Delta(keys)));
            assertThat(reason(ledger)).as(keys.toString()).isEqualTo(Reason.DECLARATION);
        }
        TestLedger same =
                new TestLedger().decide(first).decide(declaration(2000).paying(first.keys()));
        assertThat(audit(same.bytes()).view().broken()).isEmpty();
    }

    @Test
    void a_raise_that_is_not_later_or_not_larger_breaks_a_ledger() {
        Delta failures = new Delta(BigInteger.ONE);
        Declaration failing = new Declaration(PrivacyUnit.USER_PER_DAY, milli(1000), failures);
        for (Raise wrong : List.of(
                raise(3, 1500),
                raise(2, 1500),
                raise(4, 1200),
                raise(4, 1100),
                new Raise(4, new Amount(Currency.RHO, milli(5000).femto()), Delta.ZERO))) {
            TestLedger ledger = new TestLedger().decide(declaration(1000)).decide(raise(3, 1200));
            assertThat(reason(ledger.decide(wrong))).as(wrong.toString()).isEqualTo(Reason.DECLARATION);
        }
        assertThat(reason(new TestLedger().decide(failing).decide(raise(4, 1200))))
                .isEqualTo(Reason.DECLARATION);
        TestLedger once = new TestLedger().decide(new Declaration(PrivacyUnit.USER, milli(1000), Delta.ZERO));
        assertThat(reason(once.decide(raise(1, 1200)))).isEqualTo(Reason.DECLARATION);
        assertThat(reason(new TestLedger().decide(raise(1, 1200)))).isEqualTo(Reason.DECLARATION);
    }

    /** Another pipeline may write between the reading on which a raise is based and the raise itself. */
    @Test
    void a_period_that_was_released_about_before_the_raise_keeps_its_budget_and_the_ledger_is_whole() {
        for (long from : new long[] {0, 1, 2, 3}) {
            TestLedger ledger = new TestLedger()
                    .decide(declaration(1000))
                    .own("p", "run-1", claim(0, 700, "trips"))
                    .batch("p", "trips", 25, "harbour")
                    .decide(raise(from, 1200));
            assertThat(ledger.view().broken()).isEmpty();
            assertThat(ledger.view().budget())
                    .isEqualTo(new DomainBudget(declaration(1000), List.of(raise(Math.max(from, 2), 1200))));
            assertThat(reason(ledger.own("q", "run-2", claim(1, 400, "fares")))).isEqualTo(Reason.OVERSPENT);
        }
    }

    /**
     * A declaration after a raise may state where ids are read. If it could state another budget, it would give old periods
     * more.
     */
    @Test
    void a_declaration_behind_a_raise_states_the_first_budget() {
        UnitField rider = new UnitField("rider", "exact");
        TestLedger ledger = new TestLedger().decide(declaration(1000)).decide(raise(3, 1200));
        TestLedger larger = new TestLedger();
        larger.records.addAll(ledger.records);
        assertThat(reason(larger.decide(declaration(1200).with(rider)))).isEqualTo(Reason.DECLARATION);
        ledger.decide(declaration(1000).with(rider));
        assertThat(ledger.view().budget())
                .isEqualTo(new DomainBudget(declaration(1000).with(rider), List.of(raise(3, 1200))));
        assertThat(ledger.view().declared()).isEqualTo(declaration(1200).with(rider));
    }

    /**
     * The claim takes half of the budget before the second day and the larger share from then on, also after a restart of the
     * pipeline.
     */
    @Test
    void a_claim_with_a_step_spends_the_smaller_share_before_it() {
        Claim stepped = claim(0, 1100, "trips").with(List.of(new ShareStep(2, milli(700))));
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 1, "harbour")
                .decide(raise(2, 1200));
        TestLedger whole = new TestLedger();
        whole.records.addAll(ledger.records);
        assertThat(reason(whole.own("p", "run-2", claim(0, 1100, "trips")))).isEqualTo(Reason.OVERSPENT);
        ledger.own("p", "run-2", stepped).own("p", "run-3", stepped);
        SpendingInterval before = new SpendingInterval("p", 0, 0, 1, milli(700), Delta.ZERO, Delta.ZERO);
        SpendingInterval after = new SpendingInterval("p", 0, 2, Long.MAX_VALUE, milli(1100), Delta.ZERO, Delta.ZERO);
        assertThat(ledger.view().broken()).isEmpty();
        assertThat(ledger.view().intervals()).containsExactlyInAnyOrder(before, after);
        assertThat(ledger.batch("p", "trips", 50, "harbour").retire("p").view().intervals())
                .containsExactlyInAnyOrder(before, after.until(2));
    }

    @Test
    void a_claim_of_a_unit_without_periods_has_no_step() {
        TestLedger ledger = new TestLedger().decide(new Declaration(PrivacyUnit.USER, milli(1000), Delta.ZERO));
        ledger.own("p", "run-1", claim(0, 5000, "trips").with(List.of(new ShareStep(2, milli(700)))));
        assertThat(reason(ledger)).isEqualTo(Reason.DECLARATION);
    }
}
