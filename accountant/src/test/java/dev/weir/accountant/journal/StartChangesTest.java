package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.outcome;
import static dev.weir.accountant.journal.SteppedStarts.refusal;
import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.meaning.UnitField;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests what a configuration may change between two starts, judged by the ledger only: every start here has an empty state. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StartChangesTest {

    private static final UnitField RIDER = new UnitField("rider", "exact");
    private static final UnitField USER = new UnitField("user", "exact");
    private static final QueryMeaning ONE = new QueryMeaning(1, "cells", "keys", 3);

    private final TestLedger ledger = new TestLedger();

    private static Claim claim(String query, QueryMeaning meaning, String topic) {
        return new Claim(
                0,
                milli(100),
                Delta.ZERO,
                List.of(new QueryTerms(query, milli(5000), 24 * HOUR, meaning)),
                topic,
                List.of(),
                Delta.ZERO,
                Map.of());
    }

    private static StartRequest by(UnitField field, String former) {
        return new StartRequest("p", "run", declaration(1000).with(field), claim("trips", ONE, "out"))
                .formerly(former, "");
    }

    private static StartRequest meaning(QueryMeaning meaning, String topic) {
        return new StartRequest("p", "run", declaration(1000).with(RIDER), claim("trips", meaning, topic));
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

    @Test
    void units_that_another_field_names_are_refused_as_are_those_in_another_form() {
        start(by(RIDER, ""));
        for (UnitField other : List.of(USER, new UnitField("rider", "number"), UnitField.UNKNOWN)) {
            assertThat(refusal(start(by(other, "")))).isEqualTo(Code.LEDGER_UNIT);
        }
        assertThat(refusal(start(by(USER, "customer")))).isEqualTo(Code.LEDGER_UNIT);
        assertThat(refusal(start(by(new UnitField("user", "number"), "rider")))).isEqualTo(Code.LEDGER_UNIT);
        assertThat(((StartStep.Refused) start(by(USER, ""))).refusal().detail())
                .isEqualTo("the ledger knows units by rider in form exact, the pipeline by user in form exact");
    }

    @Test
    void a_second_pipeline_of_the_domain_must_know_units_by_the_same_field() {
        start(by(RIDER, ""));
        StartRequest second = new StartRequest("q", "run-2", declaration(1000).with(USER), claim("fares", ONE, "out"));
        assertThat(refusal(start(second))).isEqualTo(Code.LEDGER_UNIT);
    }

    @Test
    void a_ledger_that_does_not_say_the_field_takes_it_from_the_first_start_that_does() {
        ledger.decide(declaration(1000)).own("p", "old", TestLedger.claim(0, 100, "trips"));
        assertThat(told(by(RIDER, ""))).isEmpty();
        assertThat(ledger.view().declared()).isEqualTo(declaration(1000).with(RIDER));
        assertThat(refusal(start(by(USER, "")))).isEqualTo(Code.LEDGER_UNIT);
        assertThat(ledger.view().broken()).isEmpty();
    }

    @Test
    void a_renaming_is_recorded_once_and_told() {
        start(by(RIDER, ""));
        assertThat(told(by(USER, "rider")))
                .containsExactly("the field of the units' ids is user from now on; its name was rider");
        assertThat(told(by(USER, "rider"))).isEmpty();
        assertThat(start(by(USER, ""))).isInstanceOf(StartStep.Go.class);
        assertThat(events().stream().filter(Renaming.class::isInstance))
                .containsExactly(new Renaming("p", "rider", "user"));
        assertThat(events().stream().filter(Declaration.class::isInstance)).hasSize(1);
        assertThat(ledger.view().declared()).isEqualTo(declaration(1000).with(USER));
        assertThat(refusal(start(by(RIDER, "")))).isEqualTo(Code.LEDGER_UNIT);
    }

    @Test
    void a_renaming_does_not_let_another_budget_in() {
        start(by(RIDER, ""));
        StartRequest richer = new StartRequest("p", "run", declaration(2000).with(USER), claim("trips", ONE, "out"))
                .formerly("rider", "");
        assertThat(refusal(start(richer))).isEqualTo(Code.LEDGER_DECLARATION);
    }

    /** This holds also if the state that knew the meaning is lost, or if the version was used long ago. */
    @Test
    void another_meaning_under_a_version_that_was_ever_used_is_refused() {
        start(meaning(ONE, "out"));
        start(meaning(new QueryMeaning(2, "other", "keys", 3), "out"));
        StartStep again = start(meaning(new QueryMeaning(1, "third", "keys", 3), "out"));
        assertThat(refusal(again)).isEqualTo(Code.QUERY_CHANGED);
        assertThat(((StartStep.Refused) again).refusal().detail())
                .isEqualTo("under the same version as before these queries read, bound, spend or release something"
                        + " else: trips (version 1)");
        assertThat(start(meaning(ONE, "out"))).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void a_ledger_that_does_not_say_what_queries_mean_takes_it_from_the_first_start_that_does() {
        ledger.decide(declaration(1000)).own("p", "old", TestLedger.claim(0, 100, "trips"));
        assertThat(told(meaning(ONE, "out"))).isEmpty();
        assertThat(refusal(start(meaning(new QueryMeaning(1, "other", "keys", 3), "out"))))
                .isEqualTo(Code.QUERY_CHANGED);
    }

    @Test
    void another_topic_and_other_keys_are_told_by_name_and_by_number() {
        start(meaning(ONE, "out"));
        assertThat(told(meaning(new QueryMeaning(1, "cells", "fewer", 2), "elsewhere")))
                .containsExactly(
                        "releases go to topic elsewhere from now on; they went to topic out",
                        "query trips has other keys than before, or in another order (3 before, 2 now): its open windows"
                                + " are dropped");
        assertThat(told(meaning(new QueryMeaning(1, "cells", "fewer", 2), "elsewhere")))
                .isEmpty();
        Claim claim = ledger.view().pipeline("p").claim().orElseThrow();
        assertThat(claim.topic()).isEqualTo("elsewhere");
        assertThat(Objects.requireNonNull(claim.queries().get(0).meaning()).keyCount())
                .isEqualTo(2);
    }

    /** A reader must detect changes that a start would refuse, in case another program has written them. */
    @Test
    void a_reader_finds_units_and_queries_that_have_changed() {
        start(by(RIDER, ""));
        LedgerView whole = ledger.view();
        assertThat(whole.broken()).isEmpty();
        assertThat(reason(declaration(1000).with(USER))).isEqualTo(Reason.DECLARATION);
        assertThat(reason(declaration(1000))).isEqualTo(Reason.DECLARATION);
        assertThat(reason(new Renaming("p", "customer", "user"))).isEqualTo(Reason.DECLARATION);
        assertThat(reason(new DomainEvent.Ownership(
                        "p",
                        "run-2",
                        whole.pipeline("p").tip(),
                        Long.MIN_VALUE,
                        claim("trips", new QueryMeaning(1, "other", "keys", 3), "out"))))
                .isEqualTo(Reason.REDEFINED);
    }

    private Reason reason(DomainEvent event) {
        TestLedger more = new TestLedger();
        more.records.addAll(ledger.records);
        return more.decide(event).view().broken().orElseThrow().reason();
    }

    /** An adoption keeps the declared units, whatever the state. */
    @Test
    void an_adoption_is_refused_for_other_units_and_other_meanings() {
        StartRequest first = new StartRequest(
                "p",
                "run-1",
                new Declaration(PrivacyUnit.USER_PER_DAY, milli(1000), Delta.ZERO, RIDER, Delta.ZERO),
                claim("trips", ONE, "out"));
        start(first);
        ledger.batch("p", "trips", 1, "harbour");
        JournalState empty = JournalState.empty(DOMAIN, "p");
        assertThat(refusal(SteppedStarts.run(Start.adopting(by(USER, ""), empty, 0), ledger)))
                .isEqualTo(Code.LEDGER_UNIT);
        StartRequest changed = meaning(new QueryMeaning(1, "other", "keys", 3), "out");
        assertThat(refusal(SteppedStarts.run(Start.adopting(changed, empty, 0), ledger)))
                .isEqualTo(Code.QUERY_CHANGED);
        assertThat(SteppedStarts.run(Start.adopting(first, empty, 0), ledger)).isInstanceOf(StartStep.Adopted.class);
    }

    private static StartRequest stepped(int share, QueryMeaning meaning, ShareStep... steps) {
        Claim claim = new Claim(
                0,
                milli(share),
                Delta.ZERO,
                List.of(new QueryTerms("trips", milli(5000), 24 * HOUR, meaning)),
                "out",
                List.of(steps),
                Delta.ZERO,
                Map.of());
        return new StartRequest("p", "run", declaration(1000).with(RIDER), claim);
    }

    /** Open periods have been charged at the prices of the latest claim. */
    @Test
    void prices_grow_from_those_of_the_latest_claim_and_stay_as_they_have_grown() {
        ShareStep first = new ShareStep(20, milli(100));
        ShareStep second = new ShareStep(30, milli(200));
        start(stepped(100, ONE));
        assertThat(refusal(start(stepped(200, ONE, new ShareStep(20, milli(90))))))
                .isEqualTo(Code.QUERY_CHANGED);
        assertThat(told(stepped(200, ONE, first)))
                .containsExactly("prices follow the raised budget from period 1970-01-21 on");
        assertThat(told(stepped(200, ONE, first))).isEmpty();
        for (StartRequest other : List.of(
                stepped(100, ONE),
                stepped(200, ONE),
                stepped(300, ONE, first),
                stepped(200, ONE, new ShareStep(21, milli(100))),
                stepped(300, ONE, new ShareStep(20, milli(200))),
                stepped(300, ONE, first, new ShareStep(30, milli(150))))) {
            assertThat(refusal(start(other))).as(other.toString()).isEqualTo(Code.QUERY_CHANGED);
        }
        assertThat(start(stepped(300, ONE, first, second))).isInstanceOf(StartStep.Go.class);
        assertThat(start(stepped(50, new QueryMeaning(2, "other", "keys", 3)))).isInstanceOf(StartStep.Go.class);
        assertThat(ledger.view().broken()).isEmpty();
    }
}
