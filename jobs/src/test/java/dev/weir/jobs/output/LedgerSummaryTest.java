package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the summary of a ledger. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerSummaryTest extends WrittenLedger {

    @Test
    void claims_of_one_life_are_told_apart_from_what_is_spent_which_is_the_largest_of_them() {
        fourStarts();
        assertThat(text(summary, Map.of("p", true)))
                .contains(
                        "Budget      epsilon 1 for each user-per-day, declared 2026-03-02T12:00:00Z\n",
                        "Spent       epsilon 0.5 by p on 2026-03-02; epsilon 0.5 left\n",
                        "Spent       epsilon 0.45 by p in each period from 2026-03-03 on; epsilon 0.55 left\n",
                        "  claimed     epsilon 0.4 from 2026-03-02 on (entry 2, at 2026-03-02T12:01:00Z)\n",
                        "  claimed     epsilon 0.5 from 2026-03-02 on (entry 4, at 2026-03-02T12:07:00Z)\n",
                        "  spent       epsilon 0.5 on 2026-03-02\n")
                .doesNotContain("20514");
    }

    @Test
    void the_object_has_for_each_number_of_a_period_and_each_time_its_date() {
        fourStarts();
        assertThat(json(summary, Map.of()))
                .contains(
                        "\"budget\":{\"currency\":\"epsilon\",\"amount\":1,\"delta\":0,\"epsilon\":1.0,\"declared\":\"2026-03-02T12:00:00Z\"}",
                        "\"spent-is-lower-bound\":false,\"spent\":[{\"from\":20514,\"from-time\":\"2026-03-02T00:00:00Z\",\"to\":20514,\"to-time\":\"2026-03-03T00:00:00Z\","
                                + "\"share\":{\"currency\":\"epsilon\",\"amount\":0.5,\"delta\":0},\"left\":{\"currency\":\"epsilon\",\"amount\":0.5},",
                        "\"last-batch\":\"2026-03-02T12:12:00Z\"",
                        "{\"entry\":2,\"run\":\"run-1\",\"time\":\"2026-03-02T12:01:00Z\",\"from\":20514,\"from-time\":\"2026-03-02T00:00:00Z\","
                                + "\"share\":{\"currency\":\"epsilon\",\"amount\":0.4,\"delta\":0}}",
                        "\"reach-time\":\"2026-03-02T16:00:00Z\"");
    }

    /** The batch of noon was written while the raise was being recorded, so the raise takes effect a day later than it states. */
    @Test
    void a_raise_is_shown_with_the_day_from_which_on_it_holds() {
        declare(pure("1"));
        start("run-1", "0.5");
        batch(1, 100);
        decide(new Raise(PrivacyUnit.USER_PER_DAY.period(NOON.toEpochMilli()), epsilon("1.5"), Delta.ZERO));
        assertThat(text(summary, Map.of())).contains("Raised      epsilon 1.5 from 2026-03-03 on (entry 3, at ");
        assertThat(json(summary, Map.of()))
                .contains("\"raises\":[{\"entry\":3,\"time\":\"2026-03-02T12:04:00Z\",\"from\":20515,");
    }

    /**
     * The budget is raised from the third day on, and so is the share, which was half of the budget. The remaining budget
     * differs by day.
     */
    @Test
    void a_raise_and_a_growing_share_are_told_with_their_dates_and_cut_what_is_spent() {
        summary = told(pure("1.5"));
        declare(pure("1"));
        start("run-1", "0.5");
        long third = PrivacyUnit.USER_PER_DAY.period(NOON.toEpochMilli()) + 2;
        decide(new Raise(third, epsilon("1.5"), Delta.ZERO));
        assertThat(last)
                .contains("{\"record\":\"raise\",\"entry\":3,\"from\":20516,\"from-time\":\"2026-03-04T00:00:00Z\","
                        + "\"budget\":1.5,\"currency\":\"epsilon\",\"delta\":0,");
        start("run-2", "0.75", new ShareStep(third, epsilon("0.5")));
        assertThat(last).contains("\"steps\":[{\"from\":20516,\"from-time\":\"2026-03-04T00:00:00Z\",\"before\":0.5}]");
        assertThat(text(summary, Map.of()))
                .contains(
                        "Budget      epsilon 1 for each user-per-day, declared 2026-03-02T12:00:00Z\n",
                        "Raised      epsilon 1.5 from 2026-03-04 on (entry 3, at 2026-03-02T12:02:00Z)\n",
                        "Spent       epsilon 0.5 by p in each period from 2026-03-02 to 2026-03-03; epsilon 0.5 left\n",
                        "Spent       epsilon 0.75 by p in each period from 2026-03-04 on; epsilon 0.75 left\n",
                        "  claimed     epsilon 0.5 from 2026-03-02 on, epsilon 0.75 from 2026-03-04 on (entry 4, at ");
        assertThat(json(summary, Map.of()))
                .contains("\"raises\":[{\"entry\":3,\"time\":\"2026-03-02T12:02:00Z\",\"from\":20516,"
                        + "\"from-time\":\"2026-03-04T00:00:00Z\","
                        + "\"budget\":{\"currency\":\"epsilon\",\"amount\":1.5,\"delta\":0,\"epsilon\":1.5}}]");
    }

    @Test
    void an_owner_is_active_only_if_it_shows_life_and_unknown_where_nobody_says() {
        fourStarts();
        assertThat(json(summary, Map.of("p", true))).contains("\"active\":true,\"ended\":false");
        assertThat(json(summary, Map.of("p", false))).contains("\"active\":false,\"ended\":false");
        assertThat(json(summary, Map.of())).contains("\"active\":null,\"ended\":false");
        assertThat(text(summary, Map.of("p", false)))
                .contains("run-4 (entry 5), not alive; its claim stays open until the next start\n");
        assertThat(text(summary, Map.of("p", true))).contains("run-4 (entry 5), alive\n");
    }

    /** A charge that exceeds every budget is stored as the largest number, which is not an amount that was spent. */
    @Test
    void a_sum_that_is_not_exact_is_null() {
        declare(pure("1"));
        start("run-1", "0.5");
        batch(1, 100);
        assertThat(json(summary, Map.of())).contains("\"spent\":0.0000000000001,\"limit\":null");
        batch(2, Long.MAX_VALUE);
        assertThat(last).contains("\"charge\":null");
        assertThat(json(summary, Map.of()))
                .contains("\"spent\":null,\"limit\":null")
                .doesNotContain("9223");
    }

    @Test
    void a_gaussian_budget_is_told_as_the_file_states_it_where_the_file_still_states_it() {
        Budget stated = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("0.000001")));
        summary = told(stated);
        declare(stated);
        assertThat(text(summary, Map.of()))
                .containsPattern(
                        "Budget      epsilon 1, delta 0.000001, that is half mu squared 0\\.0[0-9]+, for each");
        assertThat(json(summary, Map.of()))
                .containsPattern(
                        "\"currency\":\"half mu squared\",\"amount\":0\\.0[0-9]+,\"delta\":0.000001,\"epsilon\":1");
        LedgerSummary other = told(pure("1"));
        other.accept(LedgerBytes.encode(DomainEntry.after(
                new LedgerReader("rides", WantedDigests.NOTHING).view().tip(),
                new Declaration(PrivacyUnit.USER, QueryPrice.afford(stated), Delta.ZERO))));
        assertThat(text(other, Map.of()))
                .containsPattern("Budget      half mu squared 0\\.0[0-9]+ for each user, declared at an unknown time");
    }

    /** After its break, or in its lost end, a ledger may have further claims, so nothing counts as left. */
    @Test
    void of_a_ledger_that_is_broken_or_has_lost_its_end_what_is_spent_is_a_lower_bound_and_nothing_is_left() {
        fourStarts();
        summary.lost();
        assertLowerBound();
        summary = told(pure("1"));
        write(DomainEntry.after(
                new LedgerReader("rides", WantedDigests.NOTHING).view().tip(),
                new Declaration(PrivacyUnit.USER_PER_DAY, QueryPrice.afford(pure("1")), Delta.ZERO)));
        summary.missing();
        assertThat(json(summary, Map.of())).contains("\"spent-is-lower-bound\":true");
    }

    private void assertLowerBound() {
        assertThat(json(summary, Map.of()))
                .contains("\"spent-is-lower-bound\":true", "\"left\":null")
                .doesNotContain("\"left\":{");
        assertThat(text(summary, Map.of()))
                .contains(
                        "Spent       at least epsilon 0.5 by p on 2026-03-02\n",
                        "  spent       at least epsilon 0.5 on 2026-03-02\n")
                .doesNotContain("left");
    }

    @Test
    void a_delta_that_was_claimed_is_told_with_its_share() {
        decide(new Declaration(PrivacyUnit.USER_PER_DAY, rho("0.2"), Delta.atMost(new BigDecimal("0.000001"))));
        Claim claim = new Claim(20514, rho("0.1"), Delta.atMost(new BigDecimal("0.0000001")), List.of());
        decide(new Ownership("p", "run", reader.view().pipeline("p").tip(), Long.MIN_VALUE, claim));
        assertThat(json(summary, Map.of()))
                .contains(
                        "\"budget\":{\"currency\":\"rho\",\"amount\":0.2,\"delta\":0.000001,",
                        "\"share\":{\"currency\":\"rho\",\"amount\":0.1,\"delta\":0.0000001},\"left\":null,",
                        "\"parts\":[{\"pipeline\":\"p\",\"share\":{\"currency\":\"rho\",\"amount\":0.1,\"delta\":0.0000001}}]");
        assertThat(text(summary, Map.of())).contains("rho 0.1 delta 0.0000001");
    }

    private static Amount rho(String value) {
        return Amount.atMost(Currency.RHO, new BigDecimal(value));
    }

    @Test
    void an_adoption_is_told_with_its_time_and_the_date_of_what_it_closes() {
        fourStarts();
        long today = PrivacyUnit.USER_PER_DAY.period(NOON.toEpochMilli());
        PipelineView pipeline = reader.view().pipeline("p");
        decide(new Adoption("p", pipeline.tip(), pipeline.tip(), new Closing(today, Long.MIN_VALUE)));
        assertThat(last)
                .contains(
                        "\"closed-through\":20514,\"closed-through-time\":\"2026-03-03T00:00:00Z\","
                                + "\"closed-up-to\":null,\"closed-up-to-time\":null",
                        "\"time\":\"2026-03-02T12:13:00Z\"");
        assertThat(text(summary, Map.of()))
                .contains(
                        "  adopted     a state of 4 batches, 2026-03-02T12:13:00Z\n  closed      periods up to 2026-03-02\n")
                .contains("(entry 5), ended\n");
    }

    @Test
    void a_key_account_is_told_with_its_limit_and_what_is_left_of_it() {
        declare(pure("1"));
        QueryTerms terms = new QueryTerms("trips", epsilon("5"), HOUR);
        Claim claim = new Claim(20514, epsilon("0.5"), Delta.ZERO, List.of(terms));
        decide(new Ownership("p", "run", reader.view().pipeline("p").tip(), Long.MIN_VALUE, claim));
        batch(1, 2_000_000_000_000_000L);
        assertThat(text(summary, Map.of()))
                .endsWith(
                        "\n\nKey accounts\n  trips, key en, period from 2026-03-02T13:00:00Z: 2 of epsilon 5 spent\n");
        assertThat(json(summary, Map.of())).contains("\"spent\":2,\"limit\":5,\"balance\":3}");
    }

    @Test
    void a_break_is_told_before_the_sums_that_it_makes_lower_bounds() {
        fourStarts();
        summary.missing();
        assertThat(text(summary, Map.of())).containsSubsequence("BROKEN ", "Spent       at least ", "Pipeline p");
    }
}
