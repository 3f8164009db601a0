package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.outcome;
import static dev.weir.accountant.journal.SteppedStarts.refusal;
import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Delta;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests which changes of the field of event times a start may bring. Units are users in a day. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartTimesTest {

    private static final UnitField RIDER = new UnitField("rider", "exact");

    private final TestLedger ledger = new TestLedger();

    private static StartRequest by(UnitField field, String former) {
        return by(field, former, "");
    }

    private static StartRequest by(UnitField field, String former, String formerTimes) {
        return new StartRequest("p", "run", declaration(1000).with(field), claim(0, 100, "trips"))
                .formerly(former, formerTimes);
    }

    private static UnitField timed(String name, String form) {
        return RIDER.with(new TimeField(name, form));
    }

    private StartStep start(StartRequest request) {
        return outcome(request, JournalState.empty(DOMAIN, request.pipeline()), ledger);
    }

    private List<String> told(StartRequest request) {
        return ((StartStep.Go) start(request)).changes();
    }

    private List<DomainEvent> events() {
        return ledger.records.stream()
                .map(record -> ((DomainEntry) record).event())
                .toList();
    }

    /** Two readings of the same records cut them into different periods, so that the budgets of both would add up. */
    @Test
    void pipelines_of_a_domain_read_times_alike() {
        start(by(timed("time", "iso"), ""));
        for (UnitField other : List.of(timed("time", "seconds"), timed("booked", "iso"), RIDER)) {
            assertThat(refusal(start(by(other, "")))).isEqualTo(Code.LEDGER_UNIT);
            StartRequest second =
                    new StartRequest("q", "run-2", declaration(1000).with(other), claim(0, 100, "fares"));
            assertThat(refusal(start(second))).isEqualTo(Code.LEDGER_UNIT);
        }
        assertThat(((StartStep.Refused) start(by(timed("time", "seconds"), "")))
                        .refusal()
                        .detail())
                .isEqualTo("the ledger reads times from time as iso, the pipeline from time as seconds");
        assertThat(start(by(timed("time", "iso"), ""))).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void a_ledger_that_does_not_say_how_times_are_read_takes_it_from_the_first_start_that_does_and_it_is_told() {
        start(by(RIDER, ""));
        assertThat(told(by(timed("time", "iso"), "")))
                .containsExactly(
                        "the ledger declares from now on that times are read from time as iso: it did not say so"
                                + " before, and pipelines of the domain that read them otherwise are refused");
        assertThat(told(by(timed("time", "iso"), ""))).isEmpty();
        assertThat(ledger.view().declared()).isEqualTo(declaration(1000).with(timed("time", "iso")));
        assertThat(ledger.view().broken()).isEmpty();
        assertThat(refusal(start(by(RIDER, "")))).isEqualTo(Code.LEDGER_UNIT);
    }

    @Test
    void a_declaration_after_a_raise_adds_how_times_are_read_and_keeps_the_budgets() {
        start(by(RIDER, ""));
        ledger.decide(new DomainEvent.Raise(40, milli(3000), Delta.ZERO));
        StartRequest next =
                new StartRequest("p", "run", declaration(3000).with(timed("time", "iso")), claim(0, 100, "trips"));
        assertThat(start(next)).isInstanceOf(StartStep.Go.class);
        DomainBudget budget = Objects.requireNonNull(ledger.view().budget());
        assertThat(budget.in(39)).isEqualTo(declaration(1000).with(timed("time", "iso")));
        assertThat(budget.newest()).isEqualTo(declaration(3000).with(timed("time", "iso")));
    }

    @Test
    void another_reading_of_the_same_times_is_recorded_once_if_it_names_the_former_one_and_told() {
        start(by(timed("time", "iso"), ""));
        UnitField next = timed("millis", "milliseconds").renamed("user");
        assertThat(refusal(start(by(next, "rider", "time")))).isEqualTo(Code.LEDGER_UNIT);
        assertThat(refusal(start(by(next, "", "time as iso")))).isEqualTo(Code.LEDGER_UNIT);
        assertThat(told(by(next, "rider", "time as iso")))
                .containsExactly(
                        "the field of the units' ids is user from now on; its name was rider",
                        "times are read from millis as milliseconds from now on; they were read from time as iso");
        assertThat(told(by(next, "rider", "time as iso"))).isEmpty();
        assertThat(events().stream().filter(Retiming.class::isInstance))
                .containsExactly(
                        new Retiming("p", new TimeField("time", "iso"), new TimeField("millis", "milliseconds")));
        assertThat(ledger.view().declared()).isEqualTo(declaration(1000).with(next));
        assertThat(refusal(start(by(timed("time", "iso"), "")))).isEqualTo(Code.LEDGER_UNIT);
    }

    @Test
    void an_adoption_is_refused_for_times_that_are_read_otherwise() {
        start(by(timed("time", "iso"), ""));
        ledger.batch("p", "trips", 1, "harbour");
        StartRequest other = by(timed("time", "seconds"), "");
        assertThat(refusal(SteppedStarts.run(Start.adopting(other, JournalState.empty(DOMAIN, "p"), 0), ledger)))
                .isEqualTo(Code.LEDGER_UNIT);
    }

    /** A reader must detect a change that a start would refuse, in case another program has written it. */
    @Test
    void a_reader_finds_times_that_were_read_otherwise_before() {
        start(by(timed("time", "iso"), ""));
        TestLedger wrong = new TestLedger();
        wrong.records.addAll(ledger.records);
        TimeField seconds = new TimeField("time", "seconds");
        assertThat(wrong.decide(new Retiming("p", seconds, new TimeField("time", "iso")))
                        .view()
                        .broken()
                        .orElseThrow()
                        .reason())
                .isEqualTo(Reason.DECLARATION);
        assertThat(ledger.decide(declaration(1000).with(timed("time", "seconds")))
                        .view()
                        .broken()
                        .orElseThrow()
                        .reason())
                .isEqualTo(Reason.DECLARATION);
    }
}
