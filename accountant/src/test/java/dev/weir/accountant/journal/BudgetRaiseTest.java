package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.ledger;
import static dev.weir.accountant.journal.SteppedStarts.outcome;
import static dev.weir.accountant.journal.SteppedStarts.refusal;
import static dev.weir.accountant.journal.SteppedStarts.state;
import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests a larger budget that holds from a period on: when it may be declared, and which starts it allows. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BudgetRaiseTest {

    private static TestLedger raised() {
        return ledger(1).decide(new Raise(3, milli(2000), Delta.ZERO));
    }

    private static StartRequest stating(String run, long budget) {
        return new StartRequest("p", run, declaration(budget), claim(0, 700, "trips"));
    }

    /** A restart after a failure uses the configuration that was submitted, so a raise must not end a running job. */
    @Test
    void a_run_goes_on_behind_a_raise_and_a_new_one_must_state_the_raised_budget() {
        assertThat(outcome(stating("run-1", 1000), state(1, 1), raised())).isInstanceOf(StartStep.Go.class);
        assertThat(outcome(stating("run-2", 2000), state(1, 1), raised())).isInstanceOf(StartStep.Go.class);
        assertThat(outcome(stating("run-2", 1000), state(1, 1), raised()))
                .isInstanceOfSatisfying(StartStep.Refused.class, refused -> assertThat(refused.refusal())
                        .hasToString(
                                "LEDGER_DECLARATION: the ledger declares epsilon 2 for each user-per-day, the pipeline"
                                        + " epsilon 1 for each user-per-day, which was raised since: state epsilon 2 as the domain's"
                                        + " budget"));
        assertThat(refusal(outcome(stating("run-1", 1500), state(1, 1), raised())))
                .isEqualTo(Code.LEDGER_DECLARATION);
    }

    @Test
    void a_start_behind_a_raise_leaves_the_budgets_as_they_are_and_may_say_where_ids_are_read() {
        UnitField rider = new UnitField("rider", "exact");
        for (StartRequest request : List.of(stating("run-1", 1000), stating("run-2", 2000))) {
            TestLedger ledger = raised();
            StartRequest named =
                    new StartRequest("p", request.run(), request.declaration().with(rider), request.claim());
            assertThat(outcome(named, state(1, 1), ledger)).isInstanceOf(StartStep.Go.class);
            assertThat(ledger.view().broken()).isEmpty();
            assertThat(ledger.view().budget())
                    .isEqualTo(
                            DomainBudget.of(declaration(1000).with(rider)).with(new Raise(3, milli(2000), Delta.ZERO)));
        }
    }

    @Test
    void a_share_beyond_the_first_budget_starts_where_the_raise_does_and_the_refusal_names_that_day() {
        StartRequest whole = new StartRequest("p", "run-2", declaration(2000), claim(0, 1500, "trips"));
        StartStep refused = outcome(whole, state(1, 1), raised());
        assertThat(((StartStep.Refused) refused).refusal())
                .hasToString("LEDGER_BUDGET: period 1970-01-01: p epsilon 1.5 exceeds domain epsilon 1;"
                        + " fits from 1970-01-04 on");
        Claim stepped = whole.claim().with(List.of(new ShareStep(3, milli(700))));
        TestLedger ledger = raised();
        assertThat(outcome(new StartRequest("p", "run-2", declaration(2000), stepped), state(1, 1), ledger))
                .isInstanceOf(StartStep.Go.class);
        Claim early = whole.claim().with(List.of(new ShareStep(2, milli(700))));
        assertThat(refusal(outcome(new StartRequest("p", "run-2", declaration(2000), early), state(1, 1), raised())))
                .isEqualTo(Code.LEDGER_BUDGET);
        assertThat(ledger.view().broken()).isEmpty();
    }

    @Test
    void a_raise_begins_behind_the_clock_and_behind_all_that_was_released_or_raised() {
        TestLedger ledger = ledger(0);
        BudgetRaise late = new BudgetRaise(declaration(2000), 2 * 24 * HOUR);
        assertThat(from(late, ledger)).isEqualTo(3);
        assertThat(from(new BudgetRaise(declaration(2000), 2 * 24 * HOUR - 1), ledger))
                .isEqualTo(2);
        ledger.batch("p", "trips", 24 * 5, "harbour");
        assertThat(from(late, ledger)).isEqualTo(5);
        ledger.decide(new Raise(7, milli(1500), Delta.ZERO));
        assertThat(from(late, ledger)).isEqualTo(8);
        ledger.decide(new Raise(8, milli(2000), Delta.ZERO));
        assertThat(late.decide(ledger.view())).isInstanceOf(BudgetRaise.Decision.Declared.class);
        assertThat(ledger.view().broken()).isEmpty();
    }

    private static long from(BudgetRaise raise, TestLedger ledger) {
        return ((BudgetRaise.Decision.Write) raise.decide(ledger.view()))
                .raise()
                .from();
    }

    @Test
    void a_raise_is_refused_where_nothing_is_declared_units_have_no_periods_or_it_is_none() {
        for (Declaration wrong : List.of(
                declaration(500),
                new Declaration(PrivacyUnit.USER_PER_HOUR, milli(2000), Delta.ZERO),
                new Declaration(
                        PrivacyUnit.USER_PER_DAY,
                        new Amount(Currency.RHO, milli(9000).femto()),
                        Delta.ZERO))) {
            assertThat(raiseRefusal(new BudgetRaise(wrong, HOUR), ledger(0))).isEqualTo(Code.LEDGER_DECLARATION);
        }
        assertThat(raiseRefusal(new BudgetRaise(once(2000), HOUR), ledger(once(1000), 0)))
                .isEqualTo(Code.LEDGER_DECLARATION);
        assertThat(raiseRefusal(new BudgetRaise(declaration(2000), HOUR), new TestLedger()))
                .isEqualTo(Code.LEDGER_DECLARATION);
        TestLedger broken = ledger(1);
        broken.records.remove(2);
        assertThat(raiseRefusal(new BudgetRaise(declaration(2000), HOUR), broken))
                .isEqualTo(Code.LEDGER_BROKEN);
    }

    private static Code raiseRefusal(BudgetRaise raise, TestLedger ledger) {
        return ((BudgetRaise.Decision.Refuse) raise.decide(ledger.view()))
                .refusal()
                .code();
    }

    @Test
    void a_first_start_that_takes_the_whole_budget_is_told_that_nobody_else_can_and_whether_it_can_be_raised() {
        assertThat(told(declaration(1000), 1000))
                .singleElement()
                .asString()
                .startsWith("this pipeline takes the whole budget of its domain (epsilon 1 for each user-per-day), ")
                .endsWith("later it can be raised for periods that have not begun (weir ledger declare)");
        assertThat(told(once(1000), 1000))
                .singleElement()
                .asString()
                .endsWith("cannot be raised, for the unit has no periods");
        assertThat(told(declaration(1000), 999)).isEmpty();
        TestLedger declared = new TestLedger().decide(declaration(1000));
        StartRequest request = new StartRequest("p", "run-1", declaration(1000), claim(0, 1000, "trips"));
        assertThat(((StartStep.Go) outcome(request, JournalState.empty(DOMAIN, "p"), declared)).changes())
                .isEmpty();
    }

    private static List<String> told(Declaration declared, long share) {
        StartRequest request = new StartRequest("p", "run-1", declared, claim(0, share, "trips"));
        return ((StartStep.Go) outcome(request, JournalState.empty(DOMAIN, "p"), new TestLedger())).changes();
    }

    private static Declaration once(long budget) {
        return new Declaration(PrivacyUnit.USER, milli(budget), Delta.ZERO);
    }
}
