package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.jobs.spending.OtherRules;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests pipeline files whose unit, windows and key accounts follow a zone. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ZonePipelineTest {

    private static final String BERLIN = GoodPipeline.TEXT
            .replace("unit: user-per-day", "unit: user-per-week\n  zone: Europe/Berlin")
            .replace("{tumbling: 1h}", "{calendar: day, zone: Europe/Berlin}");

    /** The rules of a zone that is made up, which a newer platform has replaced. */
    private static final class Provider extends ZoneRulesProvider {

        static final String ID = "Weir/Patched";

        private static volatile ZoneRules rules = ZoneId.of("Europe/Berlin").getRules();
        private static volatile String version = "2026a";

        @Override
        protected Set<String> provideZoneIds() {
            return Set.of(ID);
        }

        @Override
        protected ZoneRules provideRules(String zone, boolean isForCache) {
            return rules;
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
            NavigableMap<String, ZoneRules> versions = new TreeMap<>();
            versions.put(version, rules);
            return versions;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline pipeline(String text) throws IOException {
        return PipelineFile.read(Files.writeString(folder.resolve("p.yaml"), text), List.of(), Purpose.RUN)
                .pipeline();
    }

    private void refuses(String text, String problem) {
        InvalidPipeline refused =
                Objects.requireNonNull(catchThrowableOfType(InvalidPipeline.class, () -> pipeline(text)));
        assertThat(refused.getMessage()).contains(problem);
    }

    @Test
    void a_unit_and_its_key_accounts_have_the_periods_of_the_zone() throws IOException {
        Plan plan = pipeline(BERLIN.replace("per: day", "per: week")).plan();
        assertThat(plan.unit()).isEqualTo(PrivacyUnit.USER_PER_WEEK.in("Europe/Berlin"));
        var account = Objects.requireNonNull(plan.queries().get(0).query().keyAccount());
        var calendar = Objects.requireNonNull(account.periods().calendar());
        assertThat(calendar.period()).isEqualTo(CalendarPeriod.WEEK);
        assertThat(calendar.zone()).isEqualTo(plan.unit().zone());
        // Monday, 2011-03-28, in Berlin, where summer time has begun
        long monday = Instant.parse("2011-03-27T22:00:00Z").toEpochMilli();
        assertThat(account.periods().start(monday)).isEqualTo(monday);
        assertThat(account.periods().start(monday - 1))
                .isEqualTo(Instant.parse("2011-03-20T23:00:00Z").toEpochMilli());
        assertThat(pipeline(BERLIN.replace("zone: Europe/Berlin\n", "zone: Etc/UTC\n"))
                        .plan()
                        .unit())
                .isEqualTo(PrivacyUnit.USER_PER_WEEK);
    }

    @Test
    void a_zone_is_refused_beside_a_unit_without_days_and_where_there_is_no_such_zone() {
        for (String unit : List.of("user", "user-per-hour")) {
            refuses(
                    BERLIN.replace("user-per-week", unit),
                    "privacy.zone: must not be given: it is for user-per-day, user-per-week and user-per-month");
        }
        refuses(
                BERLIN.replace("zone: Europe/Berlin\n", "zone: Europe/Atlantis\n"),
                "privacy.zone: must be a zone of the tz database, such as Europe/Berlin, or UTC");
        refuses(BERLIN.replace("per: day", "per: year"), "key-account.per: must be hour | day | week | month");
    }

    @Test
    void a_card_names_the_zone_and_says_what_composes() throws IOException {
        Pipeline pipeline =
                pipeline(BERLIN.replace("user-per-week", "user-per-day").replace("per: day", "per: month"));
        var card = PipelineKinds.of(pipeline).card(pipeline);
        assertThat(card.text())
                .contains(
                        "one user in one day of Europe/Berlin (unit: user-per-day)",
                        "periods are the pipeline's, by the rules for Europe/Berlin: who travels stays in them",
                        "a day of UTC meets 2 of them, together epsilon 2",
                        "a month of UTC meets 32 of them, together epsilon 32",
                        "every month: ")
                .doesNotContain("UTC day");
        assertThat(card.json())
                .contains(
                        "\"zone\":\"Europe/Berlin\"",
                        pipeline.plan().unit().zone().digestText(),
                        "\"spans\":[{\"span\":\"day of UTC\"");
    }

    private LedgerAccess access() {
        return LedgerAccess.ofOnly(DirectoryLedger.at(folder.toUri().toString()), "p");
    }

    private LedgerLook.Seen start(String text) throws Exception {
        Plan plan = pipeline(text).plan();
        LedgerLook.Seen seen =
                new LedgerLook(access(), plan, Schedule.startingAt(0)).look(Optional.empty(), true, Optional.empty());
        assertThat(seen.refusal()).isEmpty();
        try (Ledger ledger = access().open(seen.plan())) {
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), "p", "run");
            Start start = Start.of(access().request(seen.plan(), "run", 0), JournalState.empty(plan.domain(), "p"));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
        return seen;
    }

    /** Replaces the rules of the platform under a plan that is running: neither it nor any later start moves, until a version grows. */
    @Test
    void rules_that_are_replaced_move_nothing_until_a_new_version() throws Exception {
        ZoneRulesProvider.registerProvider(new Provider());
        String text = BERLIN.replace("Europe/Berlin", Provider.ID);
        Plan running = start(text).plan();
        long later = Instant.parse("2028-05-05T22:30:00Z").toEpochMilli();
        long window = running.windows().get(0).cellStart(later);
        long period = running.unit().period(later);
        Provider.version = "2026z";
        Provider.rules = OtherRules.withoutChangesFrom("Europe/Berlin", Instant.parse("2027-01-01T00:00:00Z"));
        assertThat(pipeline(text).plan().windows()).isNotEqualTo(running.windows());
        assertThat(running.windows().get(0).cellStart(later)).isEqualTo(window);

        LedgerLook.Seen again = start(text);
        assertThat(again.plan().windows()).isEqualTo(running.windows());
        assertThat(again.plan().unit()).isEqualTo(running.unit());
        assertThat(again.plan().unit().period(later)).isEqualTo(period);
        assertThat(again.told())
                .hasSize(2)
                .allMatch(line -> line.endsWith(
                        "those of this Java platform (tz database 2026z) differ from 2027-03-28T01:00:00Z on"));

        LedgerLook.Seen grown = start(text.replace("version: 1", "version: 2"));
        assertThat(grown.told()).singleElement().asString().startsWith("the periods of the unit keep");
        assertThat(grown.plan().unit()).isEqualTo(running.unit());
        assertThat(grown.plan().windows().get(0).cellStart(later)).isEqualTo(window - 23 * 3_600_000L);
    }
}
