package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays the example of several windows from one series, with one order as a unit, so that every order counts. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowsOfSeriesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** The first step of the series holds the first order. */
    private static final Instant FIRST = Instant.parse("2011-09-01T08:00:00Z");

    private static final Set<String> COUNTRIES = Set.of("France", "Germany", "United Kingdom");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Path examples() {
        return Snippet.repository().resolve("examples");
    }

    /** The orders of each window that begins with the series or later: its name, the country and the start that a function gives. */
    private static Map<String, Long> expected(Map<String, Function<Instant, Instant>> starts) throws IOException {
        Map<String, Long> orders = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(examples().resolve("orders.csv.gz"))),
                StandardCharsets.UTF_8))) {
            for (String line : lines.lines().skip(1).toList()) {
                List<String> fields = List.of(line.split(",", -1));
                if (COUNTRIES.contains(fields.get(2))) {
                    Instant time = Instant.parse(fields.get(0));
                    starts.forEach((name, start) -> {
                        if (!start.apply(time).isBefore(FIRST)) {
                            orders.merge(name + " " + fields.get(2) + " " + start.apply(time), 1L, Long::sum);
                        }
                    });
                }
            }
        }
        return orders;
    }

    private static Instant day(Instant time, ZoneId zone) {
        return time.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    }

    private static Instant month(Instant time) {
        LocalDate first = time.atZone(BERLIN).toLocalDate().withDayOfMonth(1);
        return first.atStartOfDay(BERLIN).toInstant();
    }

    private Path replay() throws IOException {
        String example = Files.readString(examples().resolve("orders-windows.yaml"));
        String events = example.replaceFirst("(?m)^  unit: .*\n  zone: .*$", "  unit: event")
                .replaceFirst("bounds: .*", "bounds: {records-per-key: 1}")
                .replaceFirst("contributions: 5", "contributions: 1");
        Path file = Files.writeString(folder.resolve("events.yaml"), events);
        Path out = folder.resolve("out");
        int status = Weir.commandLine()
                .execute(
                        "replay",
                        file.toString(),
                        "--input=" + examples().resolve("orders.csv.gz"),
                        "--out=" + out,
                        "--reveal-exact",
                        "--parallelism=2",
                        "--quiet");
        assertThat(status).isZero();
        return out;
    }

    private static Map<String, JsonNode> rows(Path file) throws IOException {
        Map<String, JsonNode> rows = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode row = JSON.readTree(line);
            String name = row.get("release-name").asText();
            assertThat(row.get("release").asText())
                    .isEqualTo("orders-windows/orders/1/"
                            + row.get("key").asText().replace(" ", "%20") + "/" + name + "/"
                            + Instant.parse(row.at("/window/end").asText()).toEpochMilli());
            rows.put(
                    name + " " + row.get("key").asText() + " "
                            + row.at("/window/start").asText(),
                    row);
        }
        return rows;
    }

    private static long value(JsonNode row) {
        return row.at("/values/orders/value").asLong();
    }

    @Test
    void days_weeks_and_months_of_one_series_are_those_of_a_recount_and_agree_as_they_are_published() throws Exception {
        Path out = replay();
        Map<String, Long> exact = new TreeMap<>();
        rows(out.resolve("private/exact.jsonl")).forEach((place, row) -> exact.put(place, value(row)));
        exact.keySet().removeIf(place -> place.startsWith("24h ") || place.startsWith("week "));
        exact.values().removeIf(count -> count == 0);
        assertThat(exact)
                .isEqualTo(expected(Map.of(
                        "day", time -> day(time, BERLIN),
                        "new-york-day", time -> day(time, ZoneId.of("America/New_York")),
                        "month", WindowsOfSeriesIT::month)));
        Map<String, JsonNode> released = rows(out.resolve("released.jsonl"));
        assertMonthsAreTheirDays(released);
        assertThat(stddev(released, "day")).isLessThan(stddev(released, "month"));
        assertThat(Files.readAllLines(out.resolve("released.csv")).get(0))
                .isEqualTo("query,key,window_start,window_end,release_name,value,number,stddev,partial");
        assertThat(Files.readString(out.resolve("report.html"))).contains("\"name\":\"orders, new-york-day\"");
    }

    /** The standard deviation of a window of October, when the first windows are over. */
    private static double stddev(Map<String, JsonNode> released, String name) {
        Instant start = Instant.parse("2011-09-30T22:00:00Z");
        JsonNode row = Objects.requireNonNull(released.get(name + " France " + start));
        return row.at("/values/orders/stddev").asDouble();
    }

    /**
     * Every month between the first and the last is the sum of its days, as they are published. The first one begins before the stream and is not
     * released, and of the last one days behind the stream are not.
     */
    private static void assertMonthsAreTheirDays(Map<String, JsonNode> released) {
        Map<String, Long> months = new TreeMap<>();
        Map<String, Long> sums = new TreeMap<>();
        released.forEach((place, row) -> {
            String key = row.get("key").asText();
            Instant start = Instant.parse(row.at("/window/start").asText());
            if (place.startsWith("month ")) {
                months.put(key + " " + start, value(row));
            } else if (place.startsWith("day ")) {
                sums.merge(key + " " + month(start), value(row), Long::sum);
            }
        });
        String last = LocalDate.of(2011, 12, 1).atStartOfDay(BERLIN).toInstant().toString();
        months.keySet().removeIf(place -> place.endsWith(last));
        sums.keySet().removeIf(place -> place.endsWith(last) || place.contains(" 2011-08-31T22:00:00Z"));
        assertThat(months).hasSize(3 * 2).isEqualTo(sums);
    }
}
