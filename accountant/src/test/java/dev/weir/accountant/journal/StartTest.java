package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.REQUEST;
import static dev.weir.accountant.journal.SteppedStarts.ledger;
import static dev.weir.accountant.journal.SteppedStarts.outcome;
import static dev.weir.accountant.journal.SteppedStarts.refusal;
import static dev.weir.accountant.journal.SteppedStarts.request;
import static dev.weir.accountant.journal.SteppedStarts.run;
import static dev.weir.accountant.journal.SteppedStarts.state;
import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartTest {

    @Test
    void a_state_starts_exactly_where_the_ledger_continues_its_batches() {
        for (int batches = 0; batches <= 5; batches++) {
            StartStep step = outcome(REQUEST, state(2, 4), ledger(batches));
            if (batches < 2) {
                assertThat(refusal(step)).isEqualTo(Code.LEDGER_BEHIND);
            } else if (batches > 4) {
                assertThat(refusal(step)).isEqualTo(Code.LEDGER_AHEAD);
            } else {
                assertThat(step).isInstanceOf(StartStep.Go.class);
            }
        }
    }

    @Test
    void an_empty_start_is_refused_once_anything_is_published() {
        JournalState empty = JournalState.empty(DOMAIN, "p");
        assertThat(outcome(REQUEST, empty, new TestLedger())).isInstanceOf(StartStep.Go.class);
        assertThat(outcome(REQUEST, empty, ledger(0))).isInstanceOf(StartStep.Go.class);
        assertThat(refusal(outcome(REQUEST, empty, ledger(1)))).isEqualTo(Code.LEDGER_AHEAD);
    }

    @Test
    void a_ledger_that_was_deleted_and_created_again_is_told_by_a_state_that_never_published() {
        assertThat(refusal(outcome(REQUEST, state(0, 1), new TestLedger()))).isEqualTo(Code.LEDGER_BEHIND);
    }

    @Test
    void a_batch_with_other_rows_is_a_fork() {
        TestLedger other = ledger(2).batch("p", "trips", 3, "station");
        assertThat(refusal(outcome(REQUEST, state(2, 4), other))).isEqualTo(Code.LEDGER_FORK);
        TestLedger elsewhere = new TestLedger().decide(declaration(1000)).own("p", "run-9", claim(0, 700, "trips"));
        assertThat(refusal(outcome(REQUEST, state(0, 1), elsewhere))).isEqualTo(Code.LEDGER_FORK);
    }

    /** This state has published nothing, and its ownership is in the ledger of the domain. */
    @Test
    void a_state_of_another_pipeline_of_the_domain_is_refused() {
        TestLedger ledger = new TestLedger().decide(declaration(1000)).own("q", "run-2", claim(0, 300, "fares"));
        JournalState empty =
                JournalState.empty(DOMAIN, "q").ownedSince(ledger.view().tip());
        JournalState pending = empty.close(
                TestLedger.digest("q", empty.last(), 1, List.of(TestLedger.row("fares", "harbour", 1, 1))), 1);
        for (JournalState other : List.of(empty, pending)) {
            assertThat(refusal(outcome(REQUEST, other, ledger))).isEqualTo(Code.LEDGER_FORK);
        }
    }

    @Test
    void a_claim_beyond_the_budget_is_refused_with_the_sum_spelled_out() {
        StartRequest second = new StartRequest("q", "run-2", declaration(1000), claim(0, 400, "fares"));
        StartStep step = outcome(second, JournalState.empty(DOMAIN, "q"), ledger(1));
        assertThat(refusal(step)).isEqualTo(Code.LEDGER_BUDGET);
        assertThat(((StartStep.Refused) step).refusal().detail())
                .isEqualTo("period 1970-01-01: p epsilon 0.7 + q epsilon 0.4 exceeds domain epsilon 1");
    }

    /** The batch about hour 30 was paid for at a share of 0.7; the run that writes it claims 0.3. */
    @Test
    void a_pending_batch_counts_at_the_share_it_was_drawn_under() {
        TestLedger ledger = ledger(0).batch("p", "trips", 1, "harbour");
        JournalState old = state(0, 1);
        JournalState drawn = old.forgetOldest()
                .close(TestLedger.digest("p", old.last(), 30, List.of(TestLedger.row("trips", "harbour", 30, 100))), 2);
        assertThat(outcome(request("run-2", 300), drawn, ledger)).isInstanceOf(StartStep.Go.class);
        StartRequest second = new StartRequest("q", "run-3", declaration(1000), claim(1, 600, "fares"));
        StartStep step = outcome(second, JournalState.empty(DOMAIN, "q"), ledger);
        assertThat(refusal(step)).isEqualTo(Code.LEDGER_BUDGET);
        StartRequest later = new StartRequest("q", "run-3", declaration(1000), claim(2, 600, "fares"));
        assertThat(outcome(later, JournalState.empty(DOMAIN, "q"), ledger)).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void two_pipelines_of_a_domain_cannot_have_a_query_of_the_same_name() {
        StartRequest second = new StartRequest("q", "run-2", declaration(1000), claim(0, 100, "trips"));
        assertThat(refusal(outcome(second, JournalState.empty(DOMAIN, "q"), ledger(1))))
                .isEqualTo(Code.LEDGER_QUERY);
    }

    @Test
    void another_declared_budget_is_refused() {
        StartRequest other = new StartRequest("p", "run-1", declaration(2000), claim(0, 700, "trips"));
        assertThat(refusal(outcome(other, state(0, 0), ledger(0)))).isEqualTo(Code.LEDGER_DECLARATION);
    }

    @Test
    void a_live_owner_of_another_run_is_left_alone() {
        LedgerView view = ledger(1).view(state(0, 1).wantedDigests("p"));
        assertThat(refusal(Start.of(request("run-2", 700), state(0, 1))
                        .read(view, true)
                        .next()))
                .isEqualTo(Code.LEDGER_OWNED);
        assertThat(Start.of(request("run-2", 700), state(0, 1))
                        .read(view, false)
                        .next())
                .isInstanceOf(StartStep.TakeDomain.class);
        assertThat(Start.of(REQUEST, state(0, 1)).read(view, true).next())
                .as("another attempt of the same run")
                .isInstanceOf(StartStep.TakeDomain.class);
    }

    @Test
    void a_run_that_has_lost_its_pipeline_does_not_take_it_back() {
        TestLedger taken = ledger(0).own("p", "run-2", claim(0, 700, "trips"));
        assertThat(refusal(outcome(REQUEST, state(0, 0), taken))).isEqualTo(Code.LEDGER_OWNED);
    }

    @Test
    void an_owner_that_starts_again_over_a_ledger_that_does_not_know_it_any_more_has_lost_it_to_nobody() {
        TestLedger ledger = ledger(2);
        JournalState owned = state(1, 2).ownedSince(ledger.view().tip());
        TestLedger truncated = new TestLedger();
        truncated.records.addAll(ledger.records.subList(0, 1));
        for (TestLedger lost : List.of(new TestLedger(), truncated)) {
            assertThat(refusal(run(Start.resuming(REQUEST, owned, 2), lost))).isEqualTo(Code.LEDGER_BEHIND);
        }
        TestLedger another = new TestLedger().decide(declaration(2000)).own("p", "run-9", claim(0, 700, "trips"));
        another.own("p", "run-9", claim(0, 700, "trips"));
        assertThat(refusal(run(Start.resuming(REQUEST, owned, 2), another))).isEqualTo(Code.LEDGER_FORK);
        TestLedger taken = ledger.own("p", "run-9", claim(0, 700, "trips"));
        assertThat(refusal(run(Start.resuming(REQUEST, owned, 2), taken))).isEqualTo(Code.LEDGER_OWNED);
        long number = taken.view().tip().sequence();
        assertThat(refusal(run(Start.resuming(REQUEST, owned, number), taken)))
                .as("another run has the number of an ownership that did not land")
                .isEqualTo(Code.LEDGER_OWNED);
    }

    @Test
    void an_adopted_state_starts_as_often_as_it_is_restored_until_something_is_published() {
        TestLedger ledger = ledger(3);
        JournalState old = state(0, 1);
        StartRequest operator = request("operator", 700);
        assertThat(Start.plan(operator, old, HOUR, ledger.view(old.wantedDigests("p"))))
                .hasValueSatisfying(plan -> {
                    assertThat(plan.reason().code()).isEqualTo(Code.LEDGER_AHEAD);
                    assertThat(plan.unseenBatches()).isEqualTo(2);
                    assertThat(plan.droppedBatches()).isEqualTo(1);
                });
        assertThat(run(Start.adopting(operator, old, HOUR), ledger)).isInstanceOf(StartStep.Adopted.class);
        for (String run : List.of("run-2", "run-3")) {
            StartStep step = outcome(request(run, 700), old, ledger);
            assertThat(step).isInstanceOf(StartStep.Go.class);
            ResumePoint resumePoint = ((StartStep.Go) step).resumePoint();
            assertThat(resumePoint.adopted()).isTrue();
            assertThat(resumePoint.state().pending()).isEmpty();
            assertThat(resumePoint.limits().closing().through()).isZero();
        }
        ledger.batch("p", "trips", 25, "harbour");
        assertThat(ledger.view().broken()).isEmpty();
        assertThat(refusal(outcome(request("run-4", 700), old, ledger))).isEqualTo(Code.LEDGER_AHEAD);
    }

    /**
     * It is unknown what the lost state has released, so every period that may have begun is closed, the clock's day
     * included.
     */
    @Test
    void from_an_empty_state_every_period_that_has_begun_by_the_clock_is_closed() {
        JournalState empty = JournalState.empty(DOMAIN, "p");
        for (long clock : List.of(5 * 24 * HOUR, 5 * 24 * HOUR + 1, 6 * 24 * HOUR - 1)) {
            TestLedger ledger = ledger(3);
            run(Start.adopting(request("operator", 700), empty, clock), ledger);
            assertThat(ledger.view().pipeline("p").closing()).isEqualTo(new Closing(5, clock));
        }
    }

    @Test
    void a_state_that_fits_is_not_adopted() {
        assertThat(refusal(run(Start.adopting(request("operator", 700), state(1, 2), HOUR), ledger(2))))
                .isEqualTo(Code.LEDGER_FITS);
    }

    @Test
    void what_has_ended_by_the_present_is_not_released_again_over_a_ledger_that_has_lost_its_end() {
        Declaration once = once(2000);
        StartRequest operator = new StartRequest("p", "operator", once, claim(0, 700, "trips"));
        for (JournalState known : List.of(state(once, 4, 5), state(once, 0, 1))) {
            TestLedger ledger = ledger(once, 2);
            assertThat(run(Start.adopting(operator, known, 8 * HOUR), ledger)).isInstanceOf(StartStep.Adopted.class);
            StartRequest next = new StartRequest("p", "run-2", once, claim(0, 700, "trips"));
            ResumePoint resumePoint = ((StartStep.Go) outcome(next, known, ledger)).resumePoint();
            assertThat(resumePoint.limits().admit(Span.of(7 * HOUR, 8 * HOUR))).isFalse();
            assertThat(resumePoint.limits().admit(Span.of(8 * HOUR, 9 * HOUR))).isTrue();
        }
    }

    private static Declaration once(long budget) {
        return new Declaration(PrivacyUnit.USER, milli(budget), Delta.ZERO);
    }

    @Test
    void an_adoption_names_the_old_budget_the_new_one_and_the_sum_of_both_lives() {
        StartRequest operator = new StartRequest("p", "operator", once(2000), claim(0, 700, "trips"));
        JournalState old = state(once(1000), 0, 1);
        assertThat(Start.plan(operator, old, HOUR, ledger(once(1000), 3).view(old.wantedDigests("p"))))
                .hasValueSatisfying(plan -> assertThat(plan.budgets())
                        .isEqualTo(new AdoptionPlan.Budgets(
                                "epsilon 1 for each user",
                                "epsilon 2 for each user",
                                "epsilon 0.7 by p + epsilon 0.7 by p = epsilon 1.4 in all")));
    }

    /** The adopted run claims less than the earlier run, which published the releases about the first day. */
    @Test
    void an_adoption_names_what_a_unit_of_a_closed_period_has_lost_at_the_share_that_was_claimed_there() {
        StartRequest operator = request("operator", 300);
        JournalState old = state(0, 1);
        assertThat(Start.plan(operator, old, 25 * HOUR, ledger(3).view(old.wantedDigests("p"))))
                .hasValueSatisfying(plan -> assertThat(plan.budgets().sum())
                        .isEqualTo("epsilon 0.7 by p on 1970-01-01 (closed);"
                                + " epsilon 0.3 by p on 1970-01-02 (closed);"
                                + " epsilon 0.3 by p in each period from 1970-01-03 on"));
    }

    /** Releases about the first day were made at the larger share; the newest release is about the second day. */
    @Test
    void an_adoption_names_closed_periods_before_that_of_the_newest_release_too() {
        TestLedger ledger = ledger(3).own("p", "run-2", claim(0, 300, "trips")).batch("p", "trips", 25, "harbour");
        JournalState old = state(0, 1);
        assertThat(Start.plan(request("operator", 300), old, 25 * HOUR, ledger.view(old.wantedDigests("p"))))
                .hasValueSatisfying(plan -> assertThat(plan.budgets().sum())
                        .startsWith(
                                "epsilon 0.7 by p on 1970-01-01 (closed); epsilon 0.3 by p on 1970-01-02 (closed);"));
    }

    /** What was published was paid for at 0.7, and the next life claims 0.3 of its own: together more than 0.9. */
    @Test
    void an_adoption_at_a_lower_share_counts_what_was_lost_at_the_higher_one() {
        StartRequest operator = new StartRequest("p", "operator", once(900), claim(0, 300, "trips"));
        Start adopting = Start.adopting(operator, state(once(900), 0, 1), HOUR);
        StartStep end = run(adopting, ledger(once(900), 3));
        assertThat(refusal(end)).isEqualTo(Code.LEDGER_BUDGET);
        assertThat(((StartStep.Refused) end).refusal().detail())
                .isEqualTo("p epsilon 0.7 + p epsilon 0.3 exceeds domain epsilon 0.9");
    }

    @Test
    void an_adoption_does_not_raise_the_budget_of_periods() {
        StartRequest operator = new StartRequest("p", "operator", declaration(2000), claim(0, 700, "trips"));
        Start adopting = Start.adopting(operator, state(0, 1), HOUR);
        assertThat(run(adopting, ledger(3)))
                .isInstanceOfSatisfying(StartStep.Refused.class, refused -> assertThat(refused.refusal())
                        .hasToString("LEDGER_DECLARATION: the ledger declares epsilon 1 for each user-per-day,"
                                + " the pipeline epsilon 2 for each user-per-day"));
    }
}
