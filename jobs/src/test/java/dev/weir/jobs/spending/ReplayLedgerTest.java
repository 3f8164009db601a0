package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests what the ledger of replays refuses, adds up, and reports. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayLedgerTest extends ReplayLedgerBench {

    @Test
    void the_same_pipeline_over_the_same_day_is_refused_with_what_it_would_cost_in_all() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        byte[] before = Files.readAllBytes(ledger().file());
        assertRefused(
                StartRefused.Code.LEDGER_SPENT,
                () -> charge(spending("rides", days(0, 1), ONE)),
                "domain rides, unit user-per-day, 2026-03-02: pipeline rides has spent epsilon 1 there already",
                "costs epsilon 1 more, which makes it epsilon 2 in all",
                "--again");
        assertThat(Files.readAllBytes(ledger().file())).isEqualTo(before);
    }

    @Test
    void days_that_overlap_are_refused_and_days_beside_them_are_not() {
        charge(spending("rides", days(0, 2), ONE));
        assertThat(charge(spending("rides", days(2, 1), ONE)).inAll()).hasToString("epsilon 1");
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", days(1, 3), ONE)), "epsilon 2 in all");
    }

    @Test
    void a_pipeline_with_other_terms_is_the_same_pipeline() {
        charge(spending("rides", days(0, 1), ONE));
        assertRefused(
                StartRefused.Code.LEDGER_SPENT,
                () -> charge(spending("rides", days(0, 1), GAUSSIAN)),
                "costs epsilon 1, delta 0.000001 more, which makes it epsilon 2, delta 0.000001 in all");
    }

    @Test
    void another_unit_of_the_same_pipeline_is_refused_where_times_meet() {
        charge(spending("rides", days(5, 1), ONE));
        ReplayPeriods ever = new ReplayPeriods(PrivacyUnit.USER, Long.MIN_VALUE, Long.MAX_VALUE);
        assertRefused(StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", ever, ONE)));
        assertThat(ledger().charge(spending("rides", ever, ONE), true).warnings())
                .anyMatch(warning -> warning.contains("there is no sum over different units"));
    }

    @Test
    void a_user_for_ever_has_one_budget_whatever_the_times() {
        ReplayPeriods ever = new ReplayPeriods(PrivacyUnit.USER, Long.MIN_VALUE, Long.MAX_VALUE);
        charge(spending("rides", ever, ONE));
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", ever, ONE)), "unit user, for ever");
    }

    @Test
    void again_is_recorded_with_the_sum_and_counts_at_the_next_replay() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        SpendingReceipt second = ledger().charge(spending("rides", days(0, 1), pure("0.5")), true);
        assertThat(second.inAll()).hasToString("epsilon 1.5");
        assertThat(second.replays()).isEqualTo(2);
        assertThat(second.warnings())
                .hasSize(1)
                .first()
                .asString()
                .contains("replay 2 of pipeline rides", "epsilon 1.5");
        assertThat(Files.readAllLines(ledger().file()))
                .hasSize(2)
                .last()
                .asString()
                .contains("\"in-all\":{\"epsilon\":1.5}", "\"budget\":{\"epsilon\":0.5}");
        assertRefused(
                StartRefused.Code.LEDGER_SPENT, () -> charge(spending("rides", days(0, 1), ONE)), "epsilon 2.5 in all");
    }

    @Test
    void other_pipelines_and_renamed_ones_are_added_up_and_told() {
        charge(spending("rides", days(0, 1), ONE));
        charge(spending("so-far", days(0, 2), GAUSSIAN));
        SpendingReceipt receipt = charge(
                spending("renamed", days(0, 2), new Budget.Concentrated(new BigDecimal("0.1"), delta("0.000001"))));
        assertThat(receipt.warnings()).isEmpty();
        assertThat(receipt.lines())
                .containsExactly(
                        "spends rho 0.1 of domain rides, unit user-per-day, 2026-03-02 to 2026-03-03",
                        "with what was spent there before, by rides, so-far, that is epsilon 2, delta 0.000001, rho 0.1"
                                + " in all of domain rides");
    }

    /** Two replays of disjoint days are never both spent on one unit, although the third one overlaps with both. */
    @Test
    void the_sum_is_that_of_the_period_in_which_most_was_spent() {
        charge(spending("first", days(0, 1), pure("3")));
        charge(spending("second", days(1, 1), pure("2")));
        assertThat(charge(spending("third", days(0, 2), ONE)).inAll()).hasToString("epsilon 4");
    }

    /** Epsilon and rho have no common unit. One day has more epsilon, the next day more rho. */
    @Test
    void of_two_days_with_unlike_budgets_the_larger_part_of_each_counts() {
        charge(spending("first", days(0, 1), GAUSSIAN));
        charge(spending("second", days(1, 1), new Budget.Concentrated(new BigDecimal("0.9"), delta("0.000001"))));
        charge(spending("third", days(1, 1), new Budget.Approximate(new BigDecimal("0.1"), delta("0.00001"))));
        assertThat(charge(spending("fourth", days(0, 2), pure("0.5"))).inAll())
                .hasToString("epsilon 1.5, delta 0.00001, rho 0.9");
    }

    @Test
    void a_budget_of_the_domain_is_never_exceeded_not_even_again_and_not_by_a_file_that_no_longer_declares_it() {
        charge(spending("rides", days(0, 1), ONE, pure("2")));
        charge(spending("other", days(0, 1), ONE));
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> charge(spending("third", days(0, 1), pure("0.1"))),
                "other epsilon 1 + rides epsilon 1",
                "exceeds domain epsilon 2",
                "2026-03-02");
        assertRefused(StartRefused.Code.LEDGER_BUDGET, () -> ledger().charge(spending("rides", days(0, 1), ONE), true));
        assertThat(charge(spending("third", days(1, 1), ONE)).inAll()).hasToString("epsilon 1");
        assertThat(charge(spending("fourth", days(0, 1), ONE, pure("3"))).inAll())
                .hasToString("epsilon 3");
    }

    @Test
    void a_budget_of_the_domain_is_not_exceeded_by_what_was_spent_in_other_periods() {
        charge(spending("rides", days(0, 2), ONE));
        charge(spending("other", days(1, 1), pure("5")));
        assertThat(charge(spending("third", days(0, 1), ONE, pure("2"))).inAll())
                .hasToString("epsilon 2");
    }

    @Test
    void a_budget_of_the_domain_cannot_hold_spendings_for_another_unit() {
        charge(spending("rides", days(0, 1), ONE));
        ReplayPeriods hours = new ReplayPeriods(PrivacyUnit.USER_PER_HOUR, MONDAY, MONDAY + DAY);
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> charge(spending("hourly", hours, ONE, pure("5"))),
                "unit user-per-day, 2026-03-02",
                "another unit");
    }

    /** Two shares of which each has half of the domain's half mu squared, and a fifth of its delta for keys. The split is read back from the file. */
    @Test
    void the_part_of_a_domains_delta_for_keys_is_a_sum_of_its_own() {
        BudgetSplit domain =
                new BudgetSplit(new Budget.Approximate(new BigDecimal("9"), delta("0.000006")), delta("0.000005"));
        Budget own = new Budget.Approximate(BigDecimal.ONE, delta("0.000003"));
        charge(spending(found("first-q"), days(0, 1), own, domain));
        charge(spending(found("second-q"), days(0, 1), own, domain));
        assertRefused(
                StartRefused.Code.LEDGER_BUDGET,
                () -> charge(spending(found("third-q"), days(0, 1), own, null)),
                "and delta 0.000002 for keys",
                "exceeds domain half mu squared",
                "and delta 0.000005 for keys");
        assertThat(charge(spending("declared", days(0, 1), new Budget.Approximate(BigDecimal.ONE, delta("0.000001"))))
                        .inAll())
                .hasToString("epsilon 3, delta 0.000007");
    }

    private static ReplayQuery found(String name) {
        return new ReplayQuery(name, 1, "0a", delta("0.000002"));
    }

    @Test
    void two_domains_have_a_ledger_each() {
        charge(spending("rides", days(0, 1), ONE));
        ReplayLedger other = ReplayLedger.beside(dir.resolve("out"), "other");
        assertThat(other.charge(spending("rides", days(0, 1), ONE), false).isFirst())
                .isTrue();
    }
}
