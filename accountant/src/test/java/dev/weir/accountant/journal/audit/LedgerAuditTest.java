package dev.weir.accountant.journal.audit;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.ChargeAudit.Scope;
import dev.weir.accountant.journal.audit.LedgerAudit.Report;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerAuditTest {

    private static TestLedger twoPipelines() {
        return new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 400, "trips"))
                .batch("p", "trips", 1, "harbour", "station")
                .own("q", "run-2", claim(0, 600, "fares"))
                .batch("q", "fares", 1, "harbour")
                .batch("p", "trips", 2, "harbour", "station")
                .batch("p", "trips", 25, "harbour")
                .retire("q")
                .own("p", "run-3", claim(1, 400, "trips"))
                .batch("p", "trips", 26, "harbour");
    }

    private static Report audit(List<byte[]> records) {
        return LedgerAudit.of(DOMAIN, records);
    }

    private static Reason reason(TestLedger ledger) {
        return audit(ledger.bytes()).view().broken().orElseThrow().reason();
    }

    @Test
    void an_audit_says_owners_numbers_and_charges_in_exact_amounts() {
        Report report = audit(twoPipelines().bytes());
        assertThat(report.view().broken()).isEmpty();
        assertThat(report.view().pipeline("p").owner().run()).isEqualTo("run-3");
        assertThat(report.view().pipeline("p").tip().sequence()).isEqualTo(4);
        assertThat(report.view().pipeline("q").owner().active()).isFalse();
        assertThat(report.charges())
                .isEqualTo(Map.of(
                        new Scope("p", "trips", "harbour", 0), milli(200),
                        new Scope("p", "trips", "station", 0), milli(200),
                        new Scope("q", "fares", "harbour", 0), milli(100),
                        new Scope("p", "trips", "harbour", 24 * HOUR), milli(200)));
    }

    @Test
    void every_change_of_a_single_byte_is_found() {
        List<byte[]> bytes = twoPipelines().bytes();
        for (byte[] record : bytes) {
            for (int i = 0; i < record.length; i++) {
                for (int change : new int[] {1, 0x80, 0x55}) {
                    record[i] ^= (byte) change;
                    assertThat(audit(bytes).view().broken()).isPresent();
                    record[i] ^= (byte) change;
                }
            }
        }
    }

    @Test
    void every_record_that_is_missing_doubled_or_out_of_place_is_found() {
        List<byte[]> whole = twoPipelines().bytes();
        for (int i = 0; i < whole.size() - 1; i++) {
            List<byte[]> missing = twoPipelines().bytes();
            missing.remove(i);
            List<byte[]> doubled = twoPipelines().bytes();
            doubled.add(i, whole.get(i));
            assertThat(audit(doubled).view().broken()).as("doubled %s", i).isPresent();
            boolean isRetirement = twoPipelines().records.get(i).toString().startsWith("Retirement");
            assertThat(audit(missing).view().broken().isPresent())
                    .as("missing %s", i)
                    .isEqualTo(!isRetirement);
        }
        List<byte[]> swapped = twoPipelines().bytes();
        Collections.swap(swapped, 2, 3);
        assertThat(audit(swapped).view().broken()).isPresent();
    }

    @Test
    void a_ledger_that_ends_within_a_batch_is_incomplete() {
        List<byte[]> bytes = twoPipelines().bytes();
        assertThat(audit(bytes.subList(0, bytes.size() - 1))
                        .view()
                        .broken()
                        .orElseThrow()
                        .reason())
                .isEqualTo(Reason.INCOMPLETE);
    }

    @Test
    void a_claim_beyond_the_budget_breaks_a_ledger_and_fits_once_another_has_retired() {
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 1, "harbour");
        TestLedger over = new TestLedger();
        over.records.addAll(ledger.records);
        assertThat(reason(over.own("q", "run-2", claim(1, 400, "fares")))).isEqualTo(Reason.OVERSPENT);
        ledger.retire("p").own("q", "run-2", claim(1, 400, "fares"));
        assertThat(audit(ledger.bytes()).view().broken()).isEmpty();
        assertThat(ledger.view().intervals())
                .containsExactlyInAnyOrder(
                        new SpendingInterval(
                                "p", 0, 0, 0, milli(700), declaration(0).failures(), Delta.ZERO),
                        new SpendingInterval(
                                "q",
                                0,
                                1,
                                Long.MAX_VALUE,
                                milli(400),
                                declaration(0).failures(),
                                Delta.ZERO));
    }

    @Test
    void a_retired_pipeline_that_released_about_a_period_still_counts_there() {
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 25, "harbour")
                .retire("p")
                .own("q", "run-2", claim(1, 400, "fares"));
        assertThat(reason(ledger)).isEqualTo(Reason.OVERSPENT);
    }

    /** Silence is an outcome of noise: no key of the window was announced. */
    @Test
    void a_pipeline_that_was_silent_counts_in_the_periods_whose_windows_it_has_closed_and_closes_none_twice() {
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 1, "harbour")
                .silence("p", "trips", 1)
                .silence("p", "trips", 25)
                .retire("p");
        Report report = audit(ledger.bytes());
        assertThat(report.view().broken()).isEmpty();
        assertThat(report.view().pipeline("p").reach()).isEqualTo(25 * HOUR);
        assertThat(report.charges()).isEqualTo(Map.of(new Scope("p", "trips", "harbour", 0), milli(100)));
        assertThat(reason(ledger.own("q", "run-2", claim(1, 400, "fares")))).isEqualTo(Reason.OVERSPENT);
        TestLedger twice = new TestLedger().decide(declaration(1000)).own("p", "run-1", claim(0, 700, "trips"));
        assertThat(reason(twice.silence("p", "trips", 2).silence("p", "trips", 2)))
                .isEqualTo(Reason.REPEATED);
    }

    @Test
    void windows_of_a_key_that_end_together_are_told_apart_by_their_names() {
        TestLedger ledger = new TestLedger().decide(declaration(1000)).own("p", "run-1", claim(0, 700, "trips"));
        ChargeAudit charges = new ChargeAudit();
        ledger.records.forEach(charges::accept);
        assertThat(charges.accept(named("day", 24))).isEmpty();
        assertThat(charges.accept(named("week", 24))).isEmpty();
        assertThat(charges.accept(named("week", 24))).contains(Reason.REPEATED);
        assertThat(charges.accept(named("day", 48))).isEmpty();
        assertThat(charges.accept(named("week", 47))).contains(Reason.REPEATED);
    }

    private static RowEntry named(String window, long hours) {
        long end = hours * HOUR;
        String id = "d/trips/1/harbour/" + window + "/" + end;
        LedgerRow row = new LedgerRow(LedgerRow.Kind.RELEASED, id, "trips", "harbour", end - HOUR, end, 0, new byte[0]);
        return new RowEntry("p", 1, 0, LedgerBytes.encode(row));
    }

    @Test
    void a_key_that_is_charged_beyond_its_limit_or_twice_for_a_window_is_found() {
        TestLedger ledger = new TestLedger().decide(declaration(1000)).own("p", "run-1", claim(0, 700, "trips"));
        TestLedger twice = new TestLedger();
        twice.records.addAll(ledger.records);
        assertThat(reason(twice.batch("p", "trips", 3, "harbour").batch("p", "trips", 3, "harbour")))
                .isEqualTo(Reason.REPEATED);
        ChargeAudit charges = new ChargeAudit();
        ledger.records.forEach(charges::accept);
        assertThat(charges.accept(new RowEntry("p", 1, 0, TestLedger.row("trips", "harbour", 1, 5001))))
                .contains(Reason.OVERDRAWN);
    }

    /**
     * Two charges of epsilon 9000 exceed a long. Their sum saturates, and the saturated sum is above every limit of an
     * account that has one.
     */
    @Test
    void sums_of_charges_that_a_long_does_not_count_saturate_and_overdraw_every_account_that_has_a_limit() {
        for (long limit : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1}) {
            QueryTerms terms = new QueryTerms("trips", new Amount(Currency.EPSILON, limit), 24 * HOUR);
            Claim claim = new Claim(0, milli(700), Delta.ZERO, List.of(terms));
            TestLedger ledger = new TestLedger().decide(declaration(1000)).own("p", "run-1", claim);
            ChargeAudit charges = new ChargeAudit();
            ledger.records.forEach(charges::accept);
            assertThat(charges.accept(new RowEntry("p", 1, 0, TestLedger.row("trips", "harbour", 1, 9_000_000))))
                    .isEmpty();
            Optional<Reason> second =
                    charges.accept(new RowEntry("p", 1, 1, TestLedger.row("trips", "harbour", 2, 9_000_000)));
            assertThat(second.isPresent()).isEqualTo(limit < Long.MAX_VALUE);
            assertThat(charges.spent()).containsValue(new Amount(Currency.EPSILON, Long.MAX_VALUE));
        }
    }

    /**
     * Returns a ledger in which, after the first window, a second run lowers the limit below the key's spending. The state of
     * the second run may hold batches up to a window.
     */
    private static TestLedger lowered(long reach) {
        TestLedger ledger = new TestLedger().decide(declaration(1000)).own("p", "run-1", claim(0, 700, "trips"));
        ledger.batch("p", "trips", 1, "harbour");
        QueryTerms terms = new QueryTerms("trips", milli(50), 24 * HOUR);
        Claim claim = new Claim(0, milli(700), Delta.ZERO, List.of(terms));
        return ledger.decide(new Ownership("p", "run-2", ledger.tip("p"), reach, claim));
    }

    @Test
    void what_is_withheld_from_a_key_whose_limit_was_lowered_below_what_it_had_spent_overdraws_nothing() {
        TestLedger ledger = lowered(Long.MIN_VALUE);
        assertThat(audit(ledger.bytes()).view().broken()).isEmpty();
        ChargeAudit charges = new ChargeAudit();
        ledger.records.forEach(charges::accept);
        assertThat(charges.accept(new RowEntry("p", 2, 0, TestLedger.row("trips", "harbour", 2, 0))))
                .isEmpty();
        assertThat(charges.accept(new RowEntry("p", 2, 1, TestLedger.row("trips", "harbour", 3, 1))))
                .contains(Reason.OVERDRAWN);
    }

    @Test
    void a_batch_that_waited_while_the_limit_was_lowered_was_charged_at_the_earlier_one() {
        ChargeAudit charges = new ChargeAudit();
        lowered(2 * HOUR).records.forEach(charges::accept);
        assertThat(charges.accept(new RowEntry("p", 2, 0, TestLedger.row("trips", "harbour", 2, 1))))
                .isEmpty();
        assertThat(charges.accept(new RowEntry("p", 3, 0, TestLedger.row("trips", "harbour", 3, 1))))
                .contains(Reason.OVERDRAWN);
    }

    @Test
    void a_batch_outside_its_claim_or_about_a_closed_period_is_found() {
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(1, 700, "trips"))
                .batch("p", "trips", 24, "harbour");
        assertThat(reason(ledger)).isEqualTo(Reason.OUTSIDE_CLAIM);
        TestLedger closed = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 1, "harbour");
        closed.decide(new Adoption("p", closed.tip("p"), closed.tip("p"), new Closing(0, HOUR)))
                .own("p", "run-2", claim(0, 700, "trips"));
        assertThat(closed.view().broken()).isEmpty();
        assertThat(reason(closed.batch("p", "trips", 24, "harbour"))).isEqualTo(Reason.CLOSED);
    }

    @Test
    void a_batch_of_an_owner_who_has_been_replaced_is_found() {
        TestLedger ledger = new TestLedger()
                .decide(declaration(1000))
                .own("p", "run-1", claim(0, 700, "trips"))
                .batch("p", "trips", 1, "harbour");
        List<LedgerRecord> batch = ledger.records.subList(2, 4);
        TestLedger late = new TestLedger();
        late.records.addAll(ledger.records.subList(0, 2));
        late.own("p", "run-2", claim(0, 700, "trips"));
        late.records.addAll(batch);
        assertThat(reason(late)).isEqualTo(Reason.FOREIGN_OWNER);
    }
}
