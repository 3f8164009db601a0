package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SeriesWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests pipeline files that release several windows from one series: how they are read, refused, priced and changed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeriesWindowsInFilesTest {

    private static final String WINDOW = """
            {base: 1h, horizon: 8784, releases: [
                  {last: 24h},
                  {name: berlin-day, calendar: day, zone: Europe/Berlin},
                  {calendar: week, zone: America/New_York, week-start: sunday}]}""";

    private static final String TEXT = GoodPipeline.TEXT
            .replace("{tumbling: 1h}", WINDOW)
            .replace("keys-per-window: 3, records-per-cell: 1", "keys-per-period: 3")
            .replaceAll(".*key-account.*\n", "");

    private static final Schedule SCHEDULE = Schedule.startingAt(0);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return PipelineFile.read(file, List.of(), Purpose.RUN).pipeline();
    }

    @Test
    void windows_are_read_with_their_names_and_those_of_their_lengths() throws IOException {
        Duration hour = Duration.ofHours(1);
        assertThat(read(TEXT).plan().windows())
                .containsExactly(SeriesWindow.several(
                        hour,
                        8784,
                        List.of(
                                SeriesWindow.Named.last("24h", Duration.ofHours(24), hour),
                                SeriesWindow.Named.calendar(
                                        "berlin-day", CalendarPeriod.DAY, PinnedZone.of("Europe/Berlin")),
                                SeriesWindow.Named.calendar(
                                        "week", CalendarPeriod.SUNDAY_WEEK, PinnedZone.of("America/New_York")))));
    }

    @Test
    void steps_with_an_offset_serve_a_zone_whose_days_begin_within_an_hour() throws IOException {
        String kolkata = TEXT.replace("base: 1h", "base: 1h, offset: 30m")
                .replace("Europe/Berlin", "Asia/Kolkata")
                .replaceFirst("(?s),\\s+\\{calendar: week.*?\\}", "");
        assertThat(read(kolkata).plan().windows())
                .containsExactly(SeriesWindow.several(
                        Duration.ofHours(1),
                        Duration.ofMinutes(30),
                        8784,
                        List.of(
                                SeriesWindow.Named.last("24h", Duration.ofHours(24), Duration.ofHours(1)),
                                SeriesWindow.Named.calendar(
                                        "berlin-day", CalendarPeriod.DAY, PinnedZone.of("Asia/Kolkata")))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            base: 1h ~ base: 1 ~ p.yaml:18: queries[0].window.base: must be a duration such as 500ms, 30s, 5m, 1h or 1d, was 1
            zone: Europe/Berlin ~ zone: Asia/Kolkata ~ p.yaml:20: queries[0].window.releases[1].calendar: must begin where a step ends: a window of berlin-day in Asia/Kolkata begins at 1989-12-31T18:30:00Z, within a step of 1h
            last: 24h ~ last: 90m ~ p.yaml:19: queries[0].window.releases[0].last: must be a whole number of panes, was 5400000 ms with panes of 3600000 ms
            last: 24h ~ last: 24h, every: 90m ~ p.yaml:19: queries[0].window.releases[0].last: must end with steps: 24h ends every 90m, with steps of 1h
            name: berlin-day ~ name: berlin/day ~ p.yaml:20: queries[0].window.releases[1].name: of a window must be a letter or digit, followed by at most 63 letters, digits, dots, hyphens or underscores
            name: berlin-day ~ name: week ~ p.yaml:18: queries[0].window.releases: must have different names, was week twice
            last: 24h ~ calender: day ~ p.yaml:19: queries[0].window.releases[0].last: must be given
            base: 1h ~ base: 1h, offset: 60m ~ p.yaml:18: queries[0].window.offset: must be shorter than base, was 3600000 ms
            base: 1h ~ base: 1h, offset: 30m ~ p.yaml:20: queries[0].window.releases[1].calendar: must begin where a step ends: a window of berlin-day in Europe/Berlin begins at 1989-12-31T23:00:00Z, within a step of 1h that starts 30m after a multiple of it
            , horizon: 8784 ~ , horizon: 0 ~ p.yaml:18: queries[0].window.horizon: must be
            """)
    void a_wrong_window_is_told_by_its_line(String place, String spoilt, String expected) throws IOException {
        assertThat(TEXT).contains(place);
        Path file = Files.writeString(folder.resolve("p.yaml"), TEXT.replace(place, spoilt));
        InvalidPipeline wrong =
                catchThrowableOfType(InvalidPipeline.class, () -> PipelineFile.read(file, List.of(), Purpose.RUN));
        assertThat(wrong.problems().stream().map(line -> line.replace(folder + "/", "")))
                .first()
                .asString()
                .startsWith(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            {count: edits} ~ {mean: value, as: average, clamp: [0, 100]} ~ release must hold counts and sums
            {count: edits} ~ {count: edits, non-negative: true} ~ monotone and non-negative must be left out
            {field: key, declared: [en, de, fr]} ~ {levels: [{field: key}], declared: [en, de, fr]} ~ key
            """)
    void what_would_not_agree_or_is_not_there_yet_is_refused(String place, String spoilt, String rule)
            throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), TEXT.replace(place, spoilt));
        InvalidPipeline wrong =
                catchThrowableOfType(InvalidPipeline.class, () -> PipelineFile.read(file, List.of(), Purpose.RUN));
        assertThat(String.join("\n", wrong.problems())).contains(rule.replaceFirst("^\\S+ ", ""));
    }

    private LedgerAccess access() {
        return LedgerAccess.ofOnly(DirectoryLedger.at(folder.toUri().toString()), "p");
    }

    private Optional<String> refusal(String text) throws Exception {
        return look(text).refusal().map(StartRefused::getMessage);
    }

    private LedgerLook.Seen look(String text) throws Exception {
        return new LedgerLook(access(), read(text).plan(), SCHEDULE).look(Optional.empty(), true, Optional.empty());
    }

    private void start(Plan plan) throws Exception {
        LedgerAccess access = access();
        try (Ledger ledger = access.open(plan)) {
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), "p", "run");
            Start start = Start.of(access.request(plan, "run", 0), JournalState.empty(plan.domain(), "p"));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '\0',
            value = {
                "{last: 24h}, ~ ",
                "{last: 24h}, ~ {last: 24h}, {last: 48h},",
                "{last: 24h} ~ {last: 24h, name: day}",
                "horizon: 8784 ~ horizon: 744",
                "zone: Europe/Berlin ~ zone: Europe/Paris"
            })
    void other_windows_under_state_are_another_query_and_need_a_higher_version(String place, String changed)
            throws Exception {
        start(read(TEXT).plan());
        assertThat(refusal(TEXT)).isEmpty();
        String other = TEXT.replace(place, changed == null ? "" : changed);
        assertThat(refusal(other)).hasValueSatisfying(line -> assertThat(line).startsWith("QUERY_CHANGED"));
        assertThat(refusal(other.replace("version: 1", "version: 2"))).isEmpty();
    }

    /** The ledger was begun where Berlin had the clocks of Moscow: its rules stay, those of the other zone are the same. */
    @Test
    void rules_of_each_zone_that_the_ledger_holds_stay_and_the_start_says_from_when_they_differ() throws Exception {
        Plan now = read(TEXT).plan();
        PinnedZone old =
                PinnedZone.of("Europe/Berlin", ZoneId.of("Europe/Moscow").getRules());
        Plan before = now.by(now.unit(), Map.of("hourly/Europe/Berlin", old));
        assertThat(before.queries().get(0).query().zones()).containsValue(old);
        start(before);
        LedgerLook.Seen look = look(TEXT);
        assertThat(look.refusal()).isEmpty();
        assertThat(look.plan().windows()).isEqualTo(before.windows());
        assertThat(String.join("\n", look.told()))
                .contains("the windows of query hourly keep the rules for Europe/Berlin that the ledger holds")
                .doesNotContain("New_York");
    }

    /** Three windows as queries of their own have sqrt(3) times the error of one, but those that slide have a series of their own to pay for. */
    @Test
    void a_card_states_both_columns_and_says_which_way_is_better_here() throws IOException {
        String gaussian = TEXT.replace("{epsilon: 1.0}", "{rho: 0.5, delta: 1e-6}")
                .replace("contributions: 6", "contributions: 1");
        assertThat(text(gaussian))
                .containsPattern("24h +edits +24 +\\d")
                .containsPattern("berlin-day +added +25 +\\d")
                .containsPattern("week +edits +169 +\\d")
                .contains("one series for 24h, queries of their own for berlin-day, week");
        StringBuilder many = new StringBuilder();
        for (int i = 1; i < 16; i++) {
            many.append("{name: d").append(i).append(", calendar: day, zone: Europe/Berlin}, ");
        }
        String windows = gaussian.replaceFirst("(?s)releases: \\[.*?\\]\\}", "releases: [" + many + "{last: 1h}]}");
        assertThat(text(windows)).contains("one series, for every window");
    }

    private String text(String text) throws IOException {
        Pipeline pipeline = read(text);
        return PipelineKinds.of(pipeline).card(pipeline).text();
    }
}
