package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replays a record every hour over a change of clocks, and compares exact counts by day, week and month with the hours that they have. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CalendarsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant FIRST = Instant.parse("2026-03-01T00:30:00Z");
    private static final Instant LAST = FIRST.plus(Duration.ofDays(45));

    private static final String QUERY = """
              - name: NAME
                key: {field: key, declared: [a, b]}
                window: WINDOW
                release: [{count: records}]
                spend: {contributions: 5000, share: 0.2}
            """;

    private static final String PIPELINE = """
            pipeline: calendars
            domain: {name: shop}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 31d}
            privacy: {unit: user, budget: {epsilon: 1.0}}
            queries:
            """
            + query("day", "{calendar: day, zone: Europe/Berlin}")
            + query("week", "{calendar: week, zone: Europe/Berlin, week-start: sunday}")
            + query("month", "{calendar: month, zone: Europe/Berlin}")
            + query("shift", "{tumbling: 1d, offset: 6h}")
            + query("so-far", "{running: {every: 1h, horizon: 745, reset: {calendar: month, zone: Europe/Berlin}}}");

    @TempDir
    Path folder = Path.of("");

    private static String query(String name, String window) {
        return QUERY.replace("NAME", name).replace("WINDOW", window);
    }

    private String said(int code, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(InProcess.weir(out, err, arguments)).as(err.toString()).isEqualTo(code);
        return out.toString() + err;
    }

    private Path input() throws Exception {
        StringBuilder csv = new StringBuilder("time,unit,key\n");
        for (Instant time = FIRST; time.isBefore(LAST); time = time.plus(Duration.ofHours(1))) {
            csv.append(time).append(",u1,a\n");
        }
        return Files.writeString(folder.resolve("in.csv"), csv);
    }

    private List<JsonNode> exactRows(int parallelism) throws Exception {
        Path out = folder.resolve("out");
        said(
                0,
                "replay",
                Files.writeString(folder.resolve("calendars.yaml"), PIPELINE).toString(),
                "--input",
                input().toString(),
                "--out",
                out.toString(),
                "--reveal-exact",
                "--parallelism",
                Integer.toString(parallelism));
        List<JsonNode> rows = new ArrayList<>();
        for (String line : Files.readAllLines(out.resolve("private/exact.jsonl"))) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void every_record_is_in_the_day_week_and_month_of_its_zone(int parallelism) throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        Map<Long, Integer> steps = new TreeMap<>();
        for (JsonNode row : exactRows(parallelism)) {
            Instant start = Instant.parse(row.at("/window/start").asText());
            long count = row.at("/values/records/value").asLong();
            assertThat(count).isEqualTo(row.get("key").asText().equals("a") ? hours(row, start) : 0);
            counts.merge(row.get("query").asText(), count, Long::sum);
            steps.merge(row.path("step").asLong(), 1, Integer::sum);
            if (!row.get("query").asText().equals("shift")) {
                assertThat(start.atZone(BERLIN).toLocalTime()).isEqualTo("00:00");
            }
        }
        // nearly all of March, and half of April from its first hour on, for each of two keys
        assertThat(steps).containsEntry(1L, 2).containsEntry(2L, 4).containsEntry(743L, 2);
        assertThat(steps).doesNotContainKey(744L);
        counts.remove("so-far");
        assertThat(counts)
                .containsOnlyKeys("day", "week", "month", "shift")
                .allSatisfy((query, count) -> assertThat(count).isEqualTo(ChronoUnit.HOURS.between(FIRST, LAST)));
    }

    @Test
    void explain_names_calendars() throws Exception {
        Path file = Files.writeString(folder.resolve("calendars.yaml"), PIPELINE);
        assertThat(said(0, "explain", file.toString()))
                .contains(
                        "for every week from Sunday of Europe/Berlin",
                        "which starts anew for every month of Europe/Berlin");
    }

    /** The hours of a window that have a record: 23 on the 29th of March. */
    private static long hours(JsonNode row, Instant start) {
        Instant end = Instant.parse(row.at("/window/end").asText());
        Instant from = start.isBefore(FIRST) ? FIRST.minus(Duration.ofMinutes(30)) : start;
        Instant until = end.isAfter(LAST) ? LAST.minus(Duration.ofMinutes(30)) : end;
        return ChronoUnit.HOURS.between(from, until);
    }

    @Test
    void windows_that_make_no_sense_are_refused() throws Exception {
        refused("{calendar: day, zone: Europe/Berlin}", "{calendar: day}", "window.zone: must be given");
        refused("zone: Europe/Berlin", "zone: Europe/Atlantis", "window.zone: must be a zone of the tz database");
        refused("calendar: month", "calendar: year", "window.calendar: must be day, week or month");
        refused(
                "calendar: month",
                "calendar: month, week-start: sunday",
                "window.week-start: must not be given: it is for calendar: week");
        refused(
                "reset: {calendar: month, zone: Europe/Berlin}",
                "reset: {calendar: month, zone: Asia/Kolkata}",
                "window.running.reset: must be where a step ends: a month of Asia/Kolkata begins at 1989-12-31T18:30:00Z, within a"
                        + " step of 1h");
        refused(
                "reset: {calendar: month, zone: Europe/Berlin}",
                "reset: {calendar: month}",
                "window.running.reset.zone: must be given");
        refused("reset: {calendar: month,", "reset: {calendar: year,", "reset.calendar: must be day, week or month");
        refused("offset: 6h", "offset: 1d", "window.offset: must be shorter than the window");
    }

    private void refused(String from, String to, String message) throws Exception {
        assertThat(PIPELINE).contains(from);
        Path file = Files.writeString(folder.resolve("bad.yaml"), PIPELINE.replace(from, to));
        assertThat(said(2, "explain", file.toString())).contains(message);
    }
}
