package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.SteppedStarts.outcome;
import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.HOUR;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.OtherRules;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.ChargeAudit;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A domain whose units are people in a day of Kolkata, or of UTC: other periods would give people accounts anew. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StartZoneTest {

    private static final PinnedZone KOLKATA = PinnedZone.of("Asia/Kolkata");
    private static final PinnedZone BERLIN = PinnedZone.of("Europe/Berlin");
    private static final PinnedZone NEWER = PinnedZone.of(
            "Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse("2027-01-01T00:00:00Z")));

    private static Declaration in(PinnedZone zone) {
        return declaration(1000).in(zone);
    }

    private static StartRequest request(String pipeline, Declaration declaration) {
        return new StartRequest(pipeline, "run-2", declaration, claim(0, 100, "query-" + pipeline));
    }

    private static Refusal refused(Declaration declared, StartRequest request) {
        JournalState state = JournalState.empty(DOMAIN, request.pipeline());
        StartStep step = outcome(request, state, new TestLedger().decide(declared));
        assertThat(step).isInstanceOf(StartStep.Refused.class);
        return ((StartStep.Refused) step).refusal();
    }

    @Test
    void another_zone_is_refused_for_every_pipeline_of_the_domain_and_so_is_utc_before_and_after() {
        for (String pipeline : List.of("p", "q")) {
            assertThat(refused(in(BERLIN), request(pipeline, in(KOLKATA))))
                    .hasToString(
                            "LEDGER_DECLARATION: the ledger declares epsilon 1 for each user-per-day of Europe/Berlin,"
                                    + " the pipeline epsilon 1 for each user-per-day of Asia/Kolkata");
            assertThat(refused(in(BERLIN), request(pipeline, declaration(1000))).code())
                    .isEqualTo(Code.LEDGER_DECLARATION);
            // a ledger of an earlier build has no zone: its periods are in UTC
            assertThat(refused(declaration(1000), request(pipeline, in(BERLIN))).code())
                    .isEqualTo(Code.LEDGER_DECLARATION);
        }
        StartStep same =
                outcome(request("q", in(BERLIN)), JournalState.empty(DOMAIN, "q"), new TestLedger().decide(in(BERLIN)));
        assertThat(same).isInstanceOf(StartStep.Go.class);
    }

    @Test
    void other_rules_of_the_same_zone_are_refused_with_the_time_from_which_they_differ() {
        assertThat(refused(in(BERLIN), request("p", in(NEWER))))
                .hasToString(
                        "LEDGER_DECLARATION: the ledger declares epsilon 1 for each user-per-day of Europe/Berlin, the"
                                + " pipeline epsilon 1 for each user-per-day of Europe/Berlin, whose rules for Europe/Berlin are"
                                + " others from 2027-03-28T01:00:00Z on");
    }

    /** No state makes a difference, and neither does the decision of a person that what is lost is lost. */
    @Test
    void an_adoption_does_not_change_the_zone() {
        TestLedger ledger = SteppedStarts.ledger(in(BERLIN), 3);
        JournalState empty = JournalState.empty(DOMAIN, "p");
        StartRequest other = new StartRequest("p", "adoption-1", in(KOLKATA), claim(0, 700, "trips"));
        StartStep refused = SteppedStarts.run(Start.adopting(other, empty, 10 * HOUR), ledger);
        assertThat(SteppedStarts.refusal(refused)).isEqualTo(Code.LEDGER_DECLARATION);
        StartRequest same = new StartRequest("p", "adoption-1", in(BERLIN), claim(0, 700, "trips"));
        StartStep adopted = SteppedStarts.run(Start.adopting(same, empty, 10 * HOUR), ledger);
        assertThat(adopted).isInstanceOf(StartStep.Adopted.class);
    }

    @Test
    void a_ledger_in_which_the_zone_changes_is_broken() {
        TestLedger ledger = new TestLedger().decide(in(BERLIN)).decide(in(KOLKATA));
        assertThat(ledger.view().broken())
                .hasValueSatisfying(found -> assertThat(found.reason()).isEqualTo(Reason.DECLARATION));
        assertThat(new TestLedger().decide(in(BERLIN)).decide(in(NEWER)).view().broken())
                .isPresent();
    }

    /** At 18:30 UTC a day of Kolkata ends: the raise begins there, by the rules of the ledger alone. */
    @Test
    void a_raise_begins_with_a_day_of_the_zone_and_leaves_the_zone_as_it_is() {
        TestLedger ledger = new TestLedger().decide(in(KOLKATA));
        for (long[] clockAndFirst : new long[][] {{18 * HOUR + HOUR / 2 - 1, 1}, {18 * HOUR + HOUR / 2, 2}}) {
            BudgetRaise raise = new BudgetRaise(declaration(2000).in(KOLKATA), clockAndFirst[0]);
            assertThat(raise.decide(ledger.view()))
                    .isInstanceOfSatisfying(
                            BudgetRaise.Decision.Write.class,
                            write -> assertThat(write.raise().from()).isEqualTo(clockAndFirst[1]));
        }
        assertThat(new BudgetRaise(declaration(2000), 0).decide(ledger.view()))
                .isInstanceOf(BudgetRaise.Decision.Refuse.class);
        TestLedger berlin = new TestLedger().decide(in(BERLIN));
        assertThat(new BudgetRaise(declaration(2000).in(NEWER), 0).decide(berlin.view()))
                .isInstanceOf(BudgetRaise.Decision.Write.class);
        berlin.decide(
                ((BudgetRaise.Decision.Write) new BudgetRaise(declaration(2000).in(NEWER), 0).decide(berlin.view()))
                        .raise());
        assertThat(berlin.view().declared()).isEqualTo(declaration(2000).in(BERLIN));
    }

    /** A week of Kolkata begins on Sunday at 18:30 UTC: the two windows of an hour around it are of two weeks. */
    @Test
    void an_audit_sums_the_charges_of_keys_by_the_weeks_of_the_domains_zone() {
        long sunday = 3 * 24 * HOUR; // 1970-01-04
        assertThat(second(in(KOLKATA), sunday + 18 * HOUR, sunday + 19 * HOUR)).isNull();
        assertThat(second(in(KOLKATA), sunday + 17 * HOUR, sunday + 18 * HOUR)).isEqualTo(Reason.OVERDRAWN);
        assertThat(second(declaration(1000), sunday + 18 * HOUR, sunday + 19 * HOUR))
                .isEqualTo(Reason.OVERDRAWN);
        assertThat(second(declaration(1000), sunday + 23 * HOUR, sunday + 24 * HOUR))
                .isNull();
    }

    /** The fault of the second of two rows, each of which costs all that a key has for a week. */
    private static @Nullable Reason second(Declaration declared, long firstEnd, long secondEnd) {
        assertThat(declared.unit().kind()).isEqualTo(PrivacyUnit.USER_PER_DAY.kind());
        QueryTerms weekly = new QueryTerms("trips", milli(1), -2);
        Claim claim = new Claim(0, milli(700), Delta.ZERO, List.of(weekly));
        TestLedger ledger = new TestLedger().decide(declared).own("p", "run-1", claim);
        ChargeAudit charges = new ChargeAudit();
        ledger.records.forEach(charges::accept);
        byte[] first = TestLedger.row("trips", "harbour", firstEnd / HOUR, 1);
        byte[] next = TestLedger.row("trips", "harbour", secondEnd / HOUR, 1);
        assertThat(charges.accept(new RowEntry("p", 1, 0, first))).isEmpty();
        return charges.accept(new RowEntry("p", 1, 1, next)).orElse(null);
    }
}
