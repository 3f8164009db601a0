package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.testing.OtherRules;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts of pipelines of one domain, on Java platforms whose rules for a zone differ. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PinnedPlanTest {

    private static final Schedule SCHEDULE = Schedule.startingAt(20_000 * Plans.DAY);
    private static final PinnedZone KNOWN = PinnedZone.of("Europe/Berlin");
    private static final PinnedZone NEWER = PinnedZone.of(
            "Europe/Berlin", OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse("2027-06-01T00:00:00Z")));
    private static final String DIFFER = " differ from 2027-10-31T01:00:00Z on";

    @TempDir
    Path folder = Path.of("");

    private static Query query(String name, int version, Window window, PinnedZone zone, boolean hasAccount) {
        Query plain = Queries.hourly(name).count().version(version).query();
        Amount limit = Amount.atMost(Currency.EPSILON, BigDecimal.TEN);
        AccountPeriods weeks = AccountPeriods.of(CalendarPeriod.WEEK, zone);
        @Nullable KeyAccountTerms account = hasAccount ? new KeyAccountTerms(limit, weeks) : null;
        return new Query(
                name,
                version,
                plain.reads(),
                plain.keys(),
                window,
                plain.bounds(),
                plain.aggregates(),
                plain.spend(),
                account);
    }

    /** People in a week of a zone, and three queries: of days, of totals that months reset, and of hours. */
    private static Plan plan(PinnedZone zone, int daysVersion) {
        Query days = query("days", daysVersion, Window.calendar(CalendarPeriod.DAY, zone), zone, true);
        Query totals = query(
                "totals",
                1,
                RunningWindow.of(Duration.ofHours(1), 745).resetting(CalendarPeriod.MONTH, zone),
                zone,
                false);
        Query hours = Queries.hourly("hours").count().query();
        PrivacyUnit unit = PrivacyUnit.USER_PER_WEEK.in(zone);
        return Plan.of("test", unit, Plans.PURE, Plans.TIMING, List.of(days, totals, hours));
    }

    private static Plan other(PinnedZone zone) {
        Query days = query("other-days", 1, Window.calendar(CalendarPeriod.DAY, zone), zone, true);
        return Plan.of("test", PrivacyUnit.USER_PER_WEEK.in(zone), Plans.PURE, Plans.TIMING, List.of(days));
    }

    private LedgerAccess access(String pipeline) {
        return new LedgerAccess(DirectoryLedger.at(folder.toUri().toString()), pipeline, Plans.pure("3"));
    }

    private LedgerLook.Seen look(String pipeline, Plan plan) throws Exception {
        return new LedgerLook(access(pipeline), plan, SCHEDULE).look(Optional.empty(), true, Optional.empty());
    }

    /** Starts a pipeline as a job does: with the plan that a look at the ledger gives. */
    private LedgerLook.Seen start(String pipeline, Plan plan) throws Exception {
        LedgerLook.Seen seen = look(pipeline, plan);
        assertThat(seen.refusal()).isEmpty();
        try (Ledger ledger = access(pipeline).open(seen.plan())) {
            LedgerStart.Place place = new LedgerStart.Place("test", pipeline, "run-of-" + pipeline);
            long from = LedgerAccess.firstPeriod(seen.plan(), SCHEDULE);
            Start start = Start.of(
                    access(pipeline).request(seen.plan(), place.run(), from), JournalState.empty("test", pipeline));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
        return seen;
    }

    /** All of a plan that a zone decides. */
    private static List<Object> meaning(Plan plan) {
        List<Object> meaning = new ArrayList<>(List.of(plan.unit(), plan.windows()));
        plan.queries().forEach(priced -> {
            meaning.add(Fingerprint.meaning(priced));
            meaning.add(Optional.ofNullable(priced.query().keyAccount()));
        });
        return meaning;
    }

    @Test
    void a_start_under_newer_rules_keeps_those_of_the_ledger_and_says_from_when_on_they_differ() throws Exception {
        assertThat(start("p", plan(KNOWN, 1)).told()).isEmpty();
        for (int i = 0; i < 2; i++) {
            LedgerLook.Seen seen = start("p", plan(NEWER, 1));
            assertThat(meaning(seen.plan())).isEqualTo(meaning(plan(KNOWN, 1)));
            assertThat(seen.told()).hasSize(3).allMatch(line -> line.endsWith(DIFFER));
            assertThat(seen.told().get(0))
                    .startsWith("the periods of the unit keep the rules for Europe/Berlin that the ledger holds");
            assertThat(seen.told().get(1)).startsWith("the windows of query days keep");
        }
        assertThat(start("p", plan(KNOWN, 1)).told()).isEmpty();
    }

    /** A version that grows takes the new rules for its windows, and keeps them; the unit and the other query stay. */
    @Test
    void windows_take_newer_rules_with_another_version_and_the_unit_never_does() throws Exception {
        start("p", plan(KNOWN, 1));
        Plan grown = start("p", plan(NEWER, 2)).plan();
        assertThat(grown.windows())
                .containsExactlyElementsOf(List.of(
                        plan(NEWER, 2).windows().get(0),
                        plan(KNOWN, 1).windows().get(1),
                        plan(KNOWN, 1).windows().get(2)));
        assertThat(grown.unit()).isEqualTo(PrivacyUnit.USER_PER_WEEK.in(KNOWN));
        assertThat(grown.queries().get(0).query().keyAccount())
                .isEqualTo(plan(KNOWN, 1).queries().get(0).query().keyAccount());
        assertThat(meaning(start("p", plan(NEWER, 2)).plan())).isEqualTo(meaning(grown));
        assertThat(meaning(start("p", plan(KNOWN, 2)).plan())).isEqualTo(meaning(grown));
    }

    @Test
    void a_second_pipeline_of_the_domain_takes_the_rules_of_the_first_for_the_unit_and_its_own_for_windows()
            throws Exception {
        start("p", plan(KNOWN, 1));
        Plan second = start("q", other(NEWER)).plan();
        assertThat(second.unit()).isEqualTo(PrivacyUnit.USER_PER_WEEK.in(KNOWN));
        assertThat(second.windows()).isEqualTo(other(NEWER).windows());
    }

    @Test
    void another_zone_is_refused_whichever_pipeline_states_it() throws Exception {
        start("p", plan(KNOWN, 1));
        for (PinnedZone zone : List.of(PinnedZone.of("Europe/Paris"), PinnedZone.of("UTC"))) {
            assertThat(look("p", plan(zone, 2)).refusal()).hasValueSatisfying(refusal -> assertThat(refusal.code())
                    .isEqualTo(StartRefused.Code.LEDGER_DECLARATION));
            assertThat(look("q", other(zone)).refusal()).isPresent();
        }
    }

    @Test
    void an_adoption_is_asked_for_by_the_rules_of_the_ledger() throws Exception {
        start("p", plan(KNOWN, 1));
        try (Ledger ledger = access("p").look(plan(NEWER, 1))) {
            assertThat(meaning(LedgerLook.priced(ledger, plan(NEWER, 1), "p"))).isEqualTo(meaning(plan(KNOWN, 1)));
        }
    }

    /** An audit computes the periods of keys by the zone of the domain. */
    @Test
    void key_accounts_have_the_zone_of_the_unit_or_the_plan_is_refused() {
        Query days = query("days", 1, Window.calendar(CalendarPeriod.DAY, KNOWN), NEWER, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Plan.of("test", PrivacyUnit.USER_PER_WEEK.in(KNOWN), Plans.PURE, Plans.TIMING, List.of(days)))
                .withMessageStartingWith("the zone of key accounts must be that of the unit");
    }
}
